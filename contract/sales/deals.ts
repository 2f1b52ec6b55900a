/** What people of an organisation and their server agree on about deals. */
export const STAGE_KINDS = ['open', 'won', 'lost'] as const
export type StageKind = (typeof STAGE_KINDS)[number]

/** Stages that a pipeline begins with, by name. */
export const STAGE_PRESETS = ['new', 'qualified', 'proposal', 'negotiation', 'won', 'lost'] as const
export type StagePreset = (typeof STAGE_PRESETS)[number]

/** Of no owner, where deals are filtered by owner. */
export const NO_OWNER = 'none'

export const DEAL_EVENTS = [
  'created',
  'moved',
  'changed',
  'noted',
  'task_added',
  'task_done',
  'quoted',
  'quote_sent',
  'quote_accepted',
  'quote_declined',
] as const
export type DealEventKind = (typeof DEAL_EVENTS)[number]

export const DEAL_LIMITS = {
  titleCharacters: 200,
  nameCharacters: 200,
  emailCharacters: 254,
  companyCharacters: 200,
  reasonCharacters: 500,
  noteCharacters: 4000,
  taskCharacters: 300,
  searchCharacters: 200,
  stages: 12,
  stageNameCharacters: 60,
  sellerCharacters: 1000,
  /** Of a stage, at once. */
  page: 50,
  /** Open tasks that are listed. */
  tasks: 200,
} as const
