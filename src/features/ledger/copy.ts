/** Words of the ledger's page: what is proven, what is not, and why votes do not count. */
export const PROVEN = [
  'Nothing sealed was changed',
  'Your vote is in, and how it counts',
  'Totals and ranks follow from the log',
] as const;

export const NOT_PROVEN = [
  'That every voter is a different person',
  'That no vote was sold: receipts can be shown',
] as const;

export const ENTRY_NAMES: readonly [label: string, types: readonly string[]][] = [
  ['Votes', ['vote']],
  ['Decisions', ['decision']],
  ['Scores', ['score']],
  ['Tracks', ['entry', 'withdrawn']],
  ['Rules, tallies', ['rules', 'tally', 'final', 'resumed']],
];

/** As counted in the log: votes, not voters. */
export const REASON_NAMES: Record<string, string> = {
  'held:device': 'Same device, waiting',
  'held:network': 'Same network, waiting',
  'held:sequential': 'Numbers in a row, waiting',
  'held:invented': 'Number looks made up, waiting',
  'held:rented': 'Rented number, waiting',
  'held:unassigned': 'Number not given out, waiting',
  'held:rush': 'Too many at once, waiting',
  'held:check': 'Waiting for a check',
  'held:repeat': 'Same phone, same day',
  'held:unproven': 'Never proven',
  'held:invited': 'Nobody invited came yet',
  'void:repeat': 'A proven vote stands instead',
  'void:refund': 'Refunded',
  'void:dispute': 'Taken back by the bank',
  'void:undelivered': 'Undelivered',
  'void:staff': 'Voided by staff',
  'void:erased': 'Erased',
  'void:lost': 'Lost with a database',
  'void:rule': 'Voided by a rule',
};

export const SEALED_SOON = 'Sealed within two minutes';
