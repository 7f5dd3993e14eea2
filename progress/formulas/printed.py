"""The fifteen formulas as data: as printed, in words, what the project computes.

``latex`` is the printed formula, one statement an entry; ``holds`` is what stands in its place
where the print is wrong. Texts are for people who see the formula beside them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Formula:
    """``words`` say the formula for the ear; ``computes`` what Oxo does with it, ``fault`` why the
    print cannot stand where it cannot.
    """

    number: int
    title: str
    latex: tuple[str, ...]
    words: str
    computes: str
    holds: tuple[str, ...] = ()
    fault: str = ""

    @property
    def anchor(self) -> str:
        return f"formula-{self.number}"

    @property
    def source(self) -> str:
        """The LaTeX to copy: a statement a line."""
        return "\n".join((*self.latex, *self.holds))


LINES = (
    r"C=\{\{0,1,2\},\{3,4,5\},\{6,7,8\},\{0,3,6\},",
    r"\qquad\{1,4,7\},\{2,5,8\},\{0,4,8\},\{2,4,6\}\}",
)

FORMULAS = (
    Formula(
        1,
        "Minimax value",
        (
            r"V(s,p)=\begin{cases}"
            r"+10&\exists c\in C\ \forall i\in c:\ b_i=\text{AI}\\"
            r"-10&\exists c\in C\ \forall i\in c:\ b_i=\text{player}\\"
            r"0&\forall i:\ b_i\neq\text{empty},\ \text{no win}\\"
            r"\max\limits_{m\in M(s)}V(s\,m,\text{player})&p=\text{AI}\\"
            r"\min\limits_{m\in M(s)}V(s\,m,\text{AI})&p=\text{player}"
            r"\end{cases}",
            *LINES,
            r"M(s)=\{i\mid b_i=\text{empty}\}",
        ),
        "V of s and p is plus ten if the AI has a line, minus ten if the player has one, zero on a "
        "full board without a line; else the maximum over all moves m of the value after m when "
        "the AI is to move, and the minimum when the player is.",
        "Exactly this, without a term for depth. A win put off has the same value as a win on the "
        "spot, so Oxo chooses among equals by a second number: sooner wins, later losses.",
    ),
    Formula(
        2,
        "Win",
        (
            r"\operatorname{Win}(b,p)=\bigvee\limits_{c\in C}"
            r"\left(\bigwedge\limits_{i\in c}b_i=p\right)",
        ),
        "Win of b and p: for some line c of C, every cell i of c holds p.",
        "The same question, asked of the eight lines; the boards of play ask it of integers.",
    ),
    Formula(
        3,
        "Stars",
        (
            r"\operatorname{Stars}(m)=\begin{cases}"
            r"3&m\le 3\\2&m=4\\1&m=5\\0&m\ge 6\end{cases}",
        ),
        "Stars of m: three for at most three moves, two for four, one for five, none for six or "
        "more.",
        "Stars for a win with m marks of the player’s own. A loss earns none. Six or more cannot "
        "happen on nine cells in turn, so in play each win earns a star.",
    ),
    Formula(
        4,
        "State evaluation",
        (
            r"E(s)=\sum\limits_{c\in C}w_c\,(a_c-p_c)",
            r"a_c=\sum\limits_{i\in c}\mathbb{1}[b_i=\text{AI}],\quad "
            r"p_c=\sum\limits_{i\in c}\mathbb{1}[b_i=\text{player}]",
            r"w_c=\begin{cases}100&a_c=3\\-100&p_c=3\\10&a_c=2,\ p_c=0\\"
            r"-10&p_c=2,\ a_c=0\\1&\text{otherwise}\end{cases}",
        ),
        "E of s is the sum over all lines c of the weight of c times the AI’s marks on it less the "
        "player’s. The weight is 100 or minus 100 for a full line, 10 or minus 10 for two on an "
        "open line, else 1.",
        "The size of the weight, so that the difference in marks alone decides the sign.",
        (r"E(s)=\sum\limits_{c\in C}|w_c|\,(a_c-p_c)",),
        "A negative weight times a negative difference is a gain: the player’s two or three in a "
        "line count for the AI.",
    ),
    Formula(
        5,
        "Best move",
        (
            r"m^*=\underset{m\in M(s)}{\operatorname{argmax}}\ "
            r"\min\limits_{m'\in M(s')}V(s'',\text{player})",
        ),
        "m star is the move m that maximises the minimum, over the player’s replies m prime, of V "
        "of the position after both, with the player to move.",
        "After a move and a reply it is the AI’s turn. A move that ends the game has no reply and "
        "counts as what it is.",
        (
            r"m^*=\underset{m\in M(s)}{\operatorname{argmax}}\ "
            r"\min\limits_{m'\in M(s')}V(s'',\text{AI})",
        ),
        "As printed the player moves twice in a row, and a last move has no reply to take the "
        "minimum of (here: plus infinity).",
    ),
    Formula(
        6,
        "Draw",
        (
            r"\operatorname{Draw}(b)=\left(\forall i:\ b_i\neq\text{empty}\right)"
            r"\land\neg\operatorname{Win}(b,\text{AI})",
            r"\qquad\land\ \neg\operatorname{Win}(b,\text{player})",
        ),
        "Draw of b: no cell is empty, and neither side has won.",
        "Exactly this.",
    ),
    Formula(
        7,
        "Next stage",
        (
            r"\operatorname{Unlock}(l,s)=\begin{cases}"
            r"s+1&\operatorname{Win}(l,s)\land s<15\\"
            r"\text{null}&s=15\\"
            r"s&\neg\operatorname{Win}(l,s)\end{cases}",
        ),
        "Unlock of level l and stage s: s plus one after a win before stage 15, null on stage 15, "
        "s itself without a win.",
        "The first case from the top that fits.",
        (),
        "On a lost stage 15 two cases fit, null and 15. Read from the top it is null: there is "
        "nothing after it to open.",
    ),
    Formula(
        8,
        "Next level",
        (
            r"\operatorname{UnlockLevel}(l)=\begin{cases}"
            r"\text{true}&l=1\\"
            r"\text{true}&l=2\land\forall s:\operatorname{Stars}(1,s)>0\\"
            r"\text{true}&l=3\land\forall s:\operatorname{Stars}(2,s)>0\\"
            r"\text{false}&\text{otherwise}\end{cases}",
        ),
        "UnlockLevel of l: level 1 always; level 2 and 3 once every stage of the level before has "
        "a star.",
        "Exactly this, from the stars each stage has earned at best.",
    ),
    Formula(
        9,
        "Opponent of a level",
        (
            r"\operatorname{AIMove}(l,s,b)=\begin{cases}"
            r"\operatorname{Random}(M(b))&l=1\\"
            r"\operatorname{Smart}(b)&l=2\\"
            r"\operatorname{Minimax}(b)&l=3\land s<15\\"
            r"\operatorname{MinimaxFirst}(b)&l=3\land s=15\end{cases}",
            r"\operatorname{Smart}(b)=\begin{cases}"
            r"\operatorname{WinMove}(b,\text{AI})&\text{if exists}\\"
            r"\operatorname{BlockMove}(b,\text{player})&\text{if exists}\\"
            r"\operatorname{Random}(M(b))&\text{otherwise}\end{cases}",
        ),
        "AIMove of level, stage and board: a random free cell on level 1, Smart on level 2, "
        "minimax on level 3, and minimax moving first on its stage 15. Smart wins if it can, else "
        "blocks if it must, else plays at random.",
        "The engines random, smart and minimax. The player moves first everywhere but on level 3, "
        "stage 15.",
    ),
    Formula(
        10,
        "Synchronisation",
        (
            r"\operatorname{Sync}(g_l,g_r)=\begin{cases}"
            r"g_r&t_r>t_l\\g_l&\text{otherwise}\end{cases}",
            r"g=\{b,p,s\},\quad t=\text{time of the last update},",
            r"\qquad\text{polling every }500\,\text{ms}",
        ),
        "Sync of a local and a remote state: the remote one if its timestamp is later, else the "
        "local one. Polling every 500 milliseconds.",
        "The state with the higher version, a whole number that the server raises with every "
        "change. Polling is the fallback where a WebSocket cannot be had.",
        (
            r"\operatorname{Sync}(g_l,g_r)=\begin{cases}"
            r"g_r&v_r>v_l\\g_l&\text{otherwise}\end{cases}",
        ),
        "Clocks of two machines differ: a state written later may carry the earlier time.",
    ),
    Formula(
        11,
        "Valid move",
        (
            r"\operatorname{ValidMove}(i,r,t,b)=\begin{cases}"
            r"\text{true}&b_i=\text{empty}\land r=t\\&\land\ i\in\{0,\dots,8\}\\"
            r"\text{false}&\text{otherwise}\end{cases}",
        ),
        "ValidMove of cell i, role r, turn t and board b: the cell is empty, the role is the one "
        "to move, and i is one of 0 to 8.",
        "The range first, then the rest, on the server for every move, and only while the game is "
        "on.",
        (
            r"\operatorname{ValidMove}(i,r,t,b)\land"
            r"\neg\operatorname{Win}(b,\text{X})\land\neg\operatorname{Win}(b,\text{O})",
        ),
        "Nothing asks whether the game is over: after a complete line play could go on.",
    ),
    Formula(
        12,
        "Completion",
        (
            r"P(l)=\frac{\sum\limits_{s=1}^{15}\mathbb{1}[\operatorname{Stars}(l,s)>0]}{15}"
            r"\times 100\,\%",
        ),
        "P of l is the number of stages of level l with a star, divided by 15, in percent.",
        "Exactly this.",
    ),
    Formula(
        13,
        "Total score",
        (
            r"S_{\text{total}}=\sum\limits_{l=1}^{3}\sum\limits_{s=1}^{15}"
            r"\operatorname{Stars}(l,s)",
            r"S_{\max}=3\times 3\times 15=135",
        ),
        "S total is the sum of the stars of all fifteen stages of all three levels; its maximum "
        "as printed is 135.",
        "The same sum, of the best that each stage has brought.",
        (),
        "135 asks for what formula 14 forbids: nobody wins against perfect play.",
    ),
    Formula(
        14,
        "Winning probability",
        (
            r"P(\text{player wins}\mid l=3,s=15)=0",
            r"P(\text{draw})+P(\text{AI wins})=1",
            r"P(\text{draw})\approx 1\ \text{if the player plays optimally}",
        ),
        "The probability that the player wins level 3, stage 15, where the AI moves first, is "
        "zero. A draw and a win of the AI add up to one, and a draw is nearly certain for a "
        "player without a mistake.",
        "0, from the complete table; and the exact odds of a player who moves at random. A draw "
        "clears the stage.",
        (r"P(\text{draw})=1\ \text{if the player plays optimally}",),
        "What is printed as “about 1” is exactly 1: the value of the empty board is 0.",
    ),
    Formula(
        15,
        "Board matrix",
        (
            r"B=\left[\begin{matrix}b_0&b_1&b_2\\b_3&b_4&b_5\\b_6&b_7&b_8\end{matrix}\right]",
            r"\operatorname{row}(i):\ \forall j:\ B_{i,j}=p\qquad"
            r"\operatorname{col}(j):\ \forall i:\ B_{i,j}=p",
            r"\operatorname{diag}_1:\ \forall i:\ B_{i,i}=p\qquad"
            r"\operatorname{diag}_2:\ \forall i:\ B_{i,2-i}=p",
        ),
        "B is the board as a matrix of three rows and columns. A side wins with a row, a column or "
        "one of the two diagonals of its own marks.",
        "A view of the same position as an array of whole numbers: 1 for X, −1 for O, 0 for an "
        "empty cell.",
    ),
)

BY_NUMBER = {formula.number: formula for formula in FORMULAS}
