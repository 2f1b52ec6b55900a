import type { Risk } from './audit/audit-events.ts'

/** What the server does by itself when a detector fires. None of it deletes anything. */
export const ENFORCEMENTS = {
  /** Devices that never signed in to the account pay for each try with a proof of work. */
  challenge: { minutes: 15 },
  /** The session gets nothing of the vault until its person shows a second factor, a mailed code or, where that proves enough, the password. */
  step_up: { minutes: null },
  /** One file a second. */
  throttle: { minutes: 30 },
  /** The address gets no answer from sign-in, or from links. */
  block: { minutes: 15 },
  /** The person can read and add, and can replace and delete nothing. Lifted by its person with a second factor or a mailed code. */
  freeze: { minutes: 24 * 60 },
  /** Nothing of the device is taken, until its owner or somebody who manages security lifts it. */
  pause: { minutes: null },
  /** Nothing was left to do: what happened was refused, or its session ended. */
  none: { minutes: null },
} as const satisfies Record<string, { minutes: number | null }>
export type Enforcement = keyof typeof ENFORCEMENTS

type Detector = { code: `D${number}`; risk: Risk; enforcement: Enforcement }

/** `threats.detectors` in SQL is tested equal to it. docs/threats.md says what each looks for and what it cannot see. */
export const DETECTORS = {
  account_brute_force: { code: 'D01', risk: 'medium', enforcement: 'challenge' },
  credential_stuffing: { code: 'D02', risk: 'high', enforcement: 'block' },
  distributed_stuffing: { code: 'D03', risk: 'high', enforcement: 'challenge' },
  password_spray: { code: 'D04', risk: 'high', enforcement: 'challenge' },
  new_context: { code: 'D05', risk: 'medium', enforcement: 'step_up' },
  impossible_travel: { code: 'D06', risk: 'high', enforcement: 'step_up' },
  token_reuse: { code: 'D07', risk: 'critical', enforcement: 'none' },
  session_moved: { code: 'D08', risk: 'high', enforcement: 'step_up' },
  mass_download: { code: 'D09', risk: 'high', enforcement: 'throttle' },
  slow_exfiltration: { code: 'D10', risk: 'medium', enforcement: 'step_up' },
  mass_destruction: { code: 'D11', risk: 'critical', enforcement: 'freeze' },
  link_scraping: { code: 'D12', risk: 'medium', enforcement: 'block' },
  privilege_change: { code: 'D13', risk: 'high', enforcement: 'none' },
  canary: { code: 'D14', risk: 'critical', enforcement: 'freeze' },
  probing: { code: 'D15', risk: 'medium', enforcement: 'step_up' },
  audit_export: { code: 'D16', risk: 'medium', enforcement: 'none' },
  recovered_then_export: { code: 'D17', risk: 'high', enforcement: 'step_up' },
  device_misuse: { code: 'D18', risk: 'high', enforcement: 'pause' },
} as const satisfies Record<string, Detector>
export type DetectorName = keyof typeof DETECTORS
export const DETECTOR_NAMES = Object.keys(DETECTORS).filter((name): name is DetectorName => name in DETECTORS)

/** One event is enough for these: they have no limits that a sensitivity could multiply. */
export const WITHOUT_SENSITIVITY: readonly DetectorName[] = [
  'token_reuse',
  'session_moved',
  'privilege_change',
  'canary',
]

/** What these notice is about no person, and so belongs to the organisation that runs the server. */
export const ABOUT_NOBODY: readonly DetectorName[] = [
  'credential_stuffing',
  'distributed_stuffing',
  'password_spray',
  'link_scraping',
]

/** `dry_run` writes what would have been done, and does nothing. */
export const DETECTOR_MODES = ['enforce', 'dry_run', 'off'] as const
export type DetectorMode = (typeof DETECTOR_MODES)[number]

export const INCIDENT_STATES = ['open', 'investigating', 'resolved'] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]

/**
 * What a client saw of content before it sealed it as the next version of a file: a text that looks like random data, or a beginning that
 * does not fit the name. It decides nothing; `threats.hints` in SQL is tested equal.
 */
export const REPLACEMENT_HINTS = ['random', 'other_type'] as const
export type ReplacementHint = (typeof REPLACEMENT_HINTS)[number]

/** Why a detector fired: a sentence of the page with these numbers and words in it. */
export type Reason = { code: ReasonCode; [fact: string]: string | number }
export const REASON_CODES = [
  'failed_tries',
  'accounts_tried',
  'few_successes',
  'attack_everywhere',
  'unseen_country',
  'unseen_network',
  'unseen_device',
  'unusual_score',
  'too_fast',
  'copied_token',
  'moved_country_and_network',
  'other_program',
  'files_read',
  'usual_reads',
  'files_of_day',
  'read_by_own_links',
  'files_destroyed',
  'files_destroyed_of_day',
  'client_saw',
  'unknown_links',
  'young_session',
  'first_grant',
  'canary_file',
  'canary_link',
  'refused_objects',
  'log_rows_read',
  'recovered_recently',
  'after_attack',
  'device_flood',
  'device_replays',
  'device_old_key',
  'device_files',
  'device_size',
  'device_moved',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]
