import { formatBytes } from '#contract/format-bytes.ts'

/** Beside the buttons that start an account: what starting one costs here, by the settings of the server. */
export const start = {
  unknown: 'What a plan costs and includes is shown before you agree to one.',
  closed: 'This server takes new accounts by invitation only. Ask the people who run it for one.',
  /** @param bytes null is without a limit. */
  free: (bytes: number | null) =>
    `An account is free${bytes === null ? '' : ` up to ${formatBytes(bytes)}`}, needs no card and does not expire.`,
  trial: (days: number) =>
    `A first subscription begins with a ${days}-day free trial; the checkout says so before you agree.`,
  noTrial: 'Plans for more storage are paid from the first day.',
  sandbox: 'The checkout of this server is for trying out: no money moves.',
} as const
