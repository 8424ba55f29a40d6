"""Lemke's algorithm for linear complementarity problems, in exact arithmetic.

To be found are z and w = q + M z, both nonnegative, with z_i w_i = 0 for every i. A covering vector d with its
artificial variable z0 makes a first solution of w - M z - d z0 = q easy. Bases hold z0 and at most one variable of each
pair (z_i, w_i). The complement of the variable that left last enters, the minimum ratio test decides which one leaves,
and the problem is solved when that is z0.

- `path`: the pivot rule, the limits, and the path on a dense tableau of integers.
- `revised`: the same path on factored bases; `kernel` has its loops, `state` and `layout` their arrays, `exact_basis`
  rational solutions at a basis.
- `covering`: covering vectors for problems without one.
- `backend`: the choice between the two engines, and answers.

A worked example
----------------
In the problem of a game z = (x, v', y, u') and w = (r, w_F, s, w_E): realization plans x and y with their slacks r and
s, and the duals u' and v', which are free (`builders.programs.lcp.GameLcp`). The covering vector comes from a pair of
starting plans (p, q), here the centroid, in which both actions have the probability 1/2. At every basis (x + p z0, y +
q z0) are plans, at first (p, q) itself, with z0 = 1.

>>> import seqform as sf
>>> from seqform.backends.lemke.backend import follow_path
>>> from seqform.backends.lemke.path import slack_tableau
>>> from seqform.builders.games.families.matrix_games import bimatrix_game
>>> game = bimatrix_game("two by two", [[3, 1], [0, 2]], [[2, 4], [4, 0]])
>>> problem = sf.builders.sequence_form_lcp(sf.builders.sequence_form(game).target).target
>>> path = follow_path(problem).path

A tableau has the integers B⁻¹ [q, I, -M, -d] det(B). Shown are the rows of the variables with a sign constraint, with
their right-hand side and the column of the variable that enters, and so the minimum ratio test.

>>> slacks, units = slack_tableau(problem)
>>> set(units)  # all numbers of this problem are integers
{Fraction(1, 1)}
>>> def show(pivots):
...     tableau, entering = slacks.at(path.basis(pivots)), int(path.entering[pivots])
...     print(f"determinant {tableau.determinant}, {problem.variable_name(entering)} enters")
...     for row, variable in enumerate(tableau.basis.tolist()):
...         name, entry = problem.variable_name(variable), tableau.column(entering)[row]
...         if name[0] not in "uv":
...             print(f"{name:10}{tableau.entries[row, 0]:4}{entry:5}")
>>> show(0)
determinant 1, x ∅ enters
r row 2      1   -2
y ∅          0   -1
y column 1   0   -1
s column 2   1    3
z0           1    1
x row 1      0   -1

Row 1 and column 1 are the best responses to the centroid. As x moves from p towards row 1, column 2 becomes a best
response, too: of the ratios 1/3 and 1/1 that of its slack is least. Its complement enters, on the pivot element 3.

>>> show(1)
determinant 3, y column 2 enters
r row 2      5   12
y ∅          1    0
y column 1   1    3
x ∅          1    0
z0           2    0
x row 1      1    0

z0 = 2/3 stays as y moves from column 1 to column 2, up to the vertex at which the former is not played (1/3 < 5/12).
Then z0 falls again until row 2 is a best response, too (1/2 < 2/1), and x moves to it until column 1 is one again
(1/12 < 1/2).

>>> show(2)
determinant 3, s column 1 enters
r row 2      1    2
y ∅          1   -1
y column 2   1   -1
x ∅          1   -1
z0           2    1
x row 1      1   -1
>>> show(3)
determinant 2, x row 2 enters
s column 1   1   12
y ∅          1    0
y column 2   1    0
x ∅          1    0
z0           1    0
x row 1      1    2

Finally both players mix, and z0 = 6/12 falls to 0.

>>> show(4)
determinant 12, y column 1 enters
x row 2      1  -12
y ∅          6  -24
y column 2   6  -12
x ∅          6  -24
z0           6   24
x row 1      5  -12
>>> [problem.variable_name(variable) for variable in path.leaving.tolist()]
['s column 2', 'y column 1', 'r row 2', 's column 1', 'z0']
>>> path.z0
(Fraction(2, 3), Fraction(2, 3), Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
>>> end = slacks.at(path.basis(5))
>>> {problem.variable_name(v): str(end.fraction(row, 0)) for row, v in enumerate(end.basis.tolist())}
{"u' ∅": '9/2', "u' row": '9/2', 'x row 2': '1/3', 'y ∅': '1', 'y column 2': '3/4', "v' ∅": '16/3', "v' column": '16/3',
 'x ∅': '1', 'y column 1': '1/4', 'x row 1': '2/3'}

References
----------
vSvET: von Stengel, van den Elzen & Talman, Computing normal form perfect equilibria for extensive two-person games,
Econometrica 70 (2002), Algorithm 1 and section 4.
"""

from seqform.system.packages import submodules

__getattr__ = submodules(__name__)
