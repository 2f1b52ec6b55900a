/** What people of an organisation and their server agree on about partners. */
export const PARTNER_STATES = ['active', 'paused', 'ended'] as const
export type PartnerState = (typeof PARTNER_STATES)[number]

/** Tiers that a programme begins with, by name. */
export const TIER_PRESETS = ['standard', 'silver', 'gold'] as const
export type TierPreset = (typeof TIER_PRESETS)[number]

/** States of a registered customer. Whether it has expired is decided by its day. */
export const REGISTRATION_STATES = ['registered', 'approved', 'declined', 'won', 'lost'] as const
export type RegistrationState = (typeof REGISTRATION_STATES)[number]
export const OUTCOMES = ['approved', 'declined', 'won', 'lost'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What may be decided about a registration that has not expired. */
export const NEXT_OUTCOMES: Readonly<Record<RegistrationState, readonly Outcome[]>> = {
  registered: ['approved', 'declined'],
  approved: ['won', 'lost', 'declined'],
  declined: [],
  won: [],
  lost: [],
}

export const COMMISSION_STATES = ['open', 'paid'] as const
export type CommissionState = (typeof COMMISSION_STATES)[number]

export const PARTNER_LIMITS = {
  companyCharacters: 200,
  nameCharacters: 200,
  emailCharacters: 254,
  notesCharacters: 4000,
  paidNoteCharacters: 300,
  searchCharacters: 200,
  domainCharacters: 253,
  tiers: 5,
  tierNameCharacters: 60,
  /** Hundredths of a per cent. */
  basisPoints: 10_000,
  codeCharacters: 32,
  pathCharacters: 200,
  /** Of a list, at once. */
  page: 50,
} as const

/** `PS-2026-0001` */
export const statementNumber = ({ year, number }: { year: number; number: number }): string =>
  `PS-${year}-${String(number).padStart(4, '0')}`
