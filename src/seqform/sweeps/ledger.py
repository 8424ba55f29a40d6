"""Which cases are still to be run, and by whom: a driver's dealings with the store and the journals."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from seqform.sweeps.case import Case
from seqform.sweeps.journal import JournalFolder, JournalReader
from seqform.sweeps.row import Outcome, Row
from seqform.sweeps.run_case import now
from seqform.sweeps.store import Finished, RowError, Session, Store


class Ledger:
    """One driver's account of a sweep.

    Parameters
    ----------
    store : Store
    cases : sequence of Case
    retry_failed : bool
        Run cases anew that have a row without an answer.

    Attributes
    ----------
    driver : str
    missing : deque of Case
        Neither finished nor taken on by this driver, as far as it knows.
    found : Counter
        Outcomes of cases that somebody else has run, or this driver in an earlier life.

    Raises
    ------
    ModelError
        If the store cannot be opened.
    """

    def __init__(self, store: Store, cases: Sequence[Case], retry_failed: bool = False) -> None:
        self.store, self.folder = store, JournalFolder(store.path)
        self.found: Counter[Outcome] = Counter()
        self.missing = deque(cases)
        self._refused: dict[str, str] = {}
        self._retry_failed, self._begun = retry_failed, now()
        self.driver, self._lock = self.folder.enter()
        try:
            self._take_in_what_the_dead_left()
            with self.store.session() as session:
                self._drop_finished(session)
        except BaseException:
            self.folder.leave(self.driver, self._lock)
            raise

    def turn(self, rows: Sequence[Row], want: int) -> list[Case]:
        """Put rows into the store and take on more cases, in one go.

        Parameters
        ----------
        rows : sequence of Row
        want : int
            How many cases at most.

        Returns
        -------
        list of Case
            Claimed for this driver as long as it lives. There is none if other drivers are at work on all that is left.
        """
        if want and any(self.folder.left_behind(name) for name in self.folder.names()):
            self._take_in_what_the_dead_left()
        try:
            with self.store.session() as session:
                session.add(rows)
                return self._claimed(session, want)
        except RowError:
            self._put(rows)
            return self.turn([], want)

    def leave(self, rows: Sequence[Row], *, interrupted: bool = False) -> None:
        """Put the last rows into the store and give up all claims.

        Parameters
        ----------
        rows : sequence of Row
        interrupted : bool
            Rows may have got lost on their way from the journals to here, so read those again.

        Raises
        ------
        RowError
            If the store could not hold some rows. They are set aside, and all else is done.
        """
        if interrupted:
            rows = JournalReader(self.folder.path, self.driver).new_rows()
        try:
            self._put(rows)
            with self.store.session() as session:
                session.release(self.driver)
        except BaseException:
            self._lock.release()  # the journals stay, for the next driver
            raise
        self.folder.leave(self.driver, self._lock)
        with self.store.session() as session:
            session.renew_view()
        if self._refused and not interrupted:
            raise RowError(
                f"{self.store.path}: {len(self._refused):,} rows could not be stored and are in {self.folder.refused}; "
                f"the first: {next(iter(self._refused.values()))}"
            )

    def _put(self, rows: Sequence[Row]) -> None:
        """Put rows into the store; those that it cannot hold are set aside, so that they are in nobody's way."""
        if not rows:
            return
        try:
            self.store.add(rows)
            return
        except RowError as error:
            if len(rows) == 1:
                if rows[0].key not in self._refused:
                    self.folder.set_aside(rows[0])
                self._refused[rows[0].key] = str(error)
                return
        for row in rows:
            self._put([row])

    def _claimed(self, session: Session, want: int) -> list[Case]:
        taken: list[Case] = []
        elsewhere: list[Case] = []
        while self.missing and len(taken) < want:
            some = [self.missing.popleft() for _ in range(min(len(self.missing), max(want, 100)))]
            keys = [case.key for case in some]
            finished, claimants = session.finished(keys), session.claimants(keys)
            alive = {name for name in set(claimants.values()) if self.folder.is_there(name)}
            for place, case in enumerate(some):
                if len(taken) == want:
                    self.missing.extendleft(reversed(some[place:]))
                    break
                if self._is_over(finished.get(case.key)):
                    self.found[finished[case.key].outcome] += 1
                elif claimants.get(case.key) in alive:
                    elsewhere.append(case)
                else:
                    taken.append(case)
        session.claim([case.key for case in taken], self.driver)
        self.missing.extend(elsewhere)
        return taken

    def _drop_finished(self, session: Session) -> None:
        finished = session.finished([case.key for case in self.missing])
        over = {key for key, known in finished.items() if self._is_over(known)}
        self.found.update(finished[key].outcome for key in over)
        self.missing = deque(case for case in self.missing if case.key not in over)

    def _is_over(self, known: Finished | None) -> bool:
        if known is None:
            return False
        again = self._retry_failed and not known.outcome.is_answer and known.started < self._begun
        return not again

    def _take_in_what_the_dead_left(self) -> None:
        for name, lock in self.folder.dead():
            self.folder.await_orphans(name)
            rows = JournalReader(self.folder.path, name).new_rows()
            self._put(rows)
            with self.store.session() as session:
                session.release(name)
            self.folder.leave(name, lock)
