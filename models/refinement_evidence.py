"""What was found out about an assessment: its certificate, and the evidence behind every check in it."""

from __future__ import annotations

from dataclasses import dataclass

from seqform.models.assessment import Assessment
from seqform.models.certificate import Certificate
from seqform.models.consistency import Consistency
from seqform.models.extensive_form_perfection import ExtensiveFormPerfection
from seqform.models.perfection import NormalFormPerfection
from seqform.models.quasi_perfection import QuasiPerfection
from seqform.models.sequential_rationality import SequentialRegrets


@dataclass(frozen=True, eq=False, repr=False)
class CheckedAssessment:
    """An assessment with its certificate and the evidence for the checks in it; what was not checked is None.

    Attributes
    ----------
    assessment : Assessment
    certificate : Certificate
        Its `checks` say which conditions hold; its `note`, whether they leave information sets out.
    sequential_rationality : SequentialRegrets, optional
    consistency : Consistency, optional
    quasi_perfection : QuasiPerfection, optional
    extensive_form_perfection : ExtensiveFormPerfection, optional
    normal_form_perfection : NormalFormPerfection, optional
        None where normal-form perfection follows from quasi-perfection, which needs no linear program.
    """

    assessment: Assessment
    certificate: Certificate
    sequential_rationality: SequentialRegrets | None = None
    consistency: Consistency | None = None
    quasi_perfection: QuasiPerfection | None = None
    extensive_form_perfection: ExtensiveFormPerfection | None = None
    normal_form_perfection: NormalFormPerfection | None = None

    @property
    def objections(self) -> tuple[str, ...]:
        """Why conditions that were checked do not hold, one sentence each."""
        verdicts = (
            self.sequential_rationality,
            self.consistency,
            self.quasi_perfection,
            self.extensive_form_perfection,
        )
        found = [str(verdict) for verdict in verdicts if verdict is not None and not verdict.holds]
        if self.normal_form_perfection is not None:
            found += [str(verdict) for verdict in self.normal_form_perfection.players if not verdict.holds]
        return tuple(found)

    def __repr__(self) -> str:
        note = (f"note: {self.certificate.note}",) if self.certificate.note else ()
        return f"<CheckedAssessment: {'; '.join([str(self.certificate), *self.objections, *note])}>"
