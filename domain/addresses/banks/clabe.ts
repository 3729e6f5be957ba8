/**
 * Who keeps accounts that a CLABE names, by the list of the Bank of Mexico (November 2026), and where. Numbers
 * of banks that have closed stay: their accounts have moved to others, which keep them.
 */
const listed: ReadonlySet<string> = new Set(
  // Banks
  (
    '001 002 006 009 012 014 019 021 022 030 032 036 037 042 044 058 059 060 062 072 102 103 106 108 110 ' +
    '112 113 116 124 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 143 145 147 148 150 ' +
    '151 152 154 155 156 157 158 159 160 166 167 168 ' +
    // Other participants of SPEI
    '600 601 602 604 605 606 607 608 610 611 613 614 615 616 617 618 619 620 621 622 623 624 626 627 628 ' +
    '629 630 631 632 633 634 636 637 638 640 642 646 647 648 649 651 652 653 655 656 659 661 670 674 677 ' +
    '679 680 683 684 685 686 688 689 699'
  ).split(' '),
)

/**
 * Where new numbers are given out, one after the other: an institution is to be paid on the day on which it
 * opens, and no list is so new.
 */
const open = [
  [169, 179],
  [700, 769],
] as const

const PLACE_MAX = 979

export function isClabeInstitution(code: string): boolean {
  const number = Number(code)
  return listed.has(code) || open.some(([first, last]) => number >= first && number <= last)
}

/** Places are numbered from 001; nothing is above `PLACE_MAX`. */
export function isClabePlace(code: string): boolean {
  return code !== '000' && Number(code) <= PLACE_MAX
}
