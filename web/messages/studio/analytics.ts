import type { RedactionKind } from '#contract/studio/models.ts'
import { englishWords } from '../languages/english-words.ts'

/** Names of what models are asked for, by those in the log. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  'content.plan': 'Content: plan of a text',
  'content.section': 'Content: section of a text',
  'content.meta': 'Content: description and tags',
  'content.rewrite': 'Content: passage rewritten',
  'social.week': 'Social: posts of a week',
  'copilot.answer': 'Copilot: written answer',
  'keywords.meanings': 'SEO: meanings of keywords',
  'content.facts': 'Content: facts for sections',
  'sources.meanings': 'Content: sources read',
}
/** Reasons why requests did not end well, by their code in the log. */
const REASONS: Readonly<Record<string, string>> = {
  organisation_tokens: 'Tokens of the organisation are used up',
  person_tokens: 'Tokens of the person are used up',
  copilot_tokens: 'The person’s share for the copilot is used up',
  organisation_money: 'Money of the organisation is used up',
  person_money: 'Money of the person is used up',
  no_price: 'The model has no price',
  blocked: 'Claim that may not be made',
  unreachable: 'Not reached',
  refused: 'Refused by the provider',
  busy: 'Provider took no more requests',
  too_slow: 'No answer in time',
  cut: 'Answer broke off',
  too_much: 'Answer was too long',
  malformed: 'Answer could not be read',
  bad_object: 'Answer was not in its form',
  no_engine: 'Engine is not installed',
  file_gone: 'File of the model is gone',
  no_memory: 'Not enough memory',
  not_loaded: 'Model could not be loaded',
  too_long: 'Question was too long for the model',
  engine_ended: 'Engine ended',
  server_ended: 'The server was stopped',
  damaged: 'Files of the embeddings are damaged',
  unexpected: 'Unexpected failure',
}

/** Names of what is replaced. */
const KINDS: Readonly<Record<string, string>> = {
  EMAIL: 'Email addresses',
  PHONE: 'Phone numbers',
  CARD: 'Card numbers',
  IBAN: 'IBANs',
  SSN: 'Social security numbers',
  IP: 'IP addresses',
  SECRET: 'Keys and secrets',
  CONTACT: 'Names of contacts',
} satisfies Record<RedactionKind, string>

/** The Analytics tab of the studio. */
export const analytics = englishWords('studio', {
  label: 'Analytics',
  title: 'AI Usage',
  description:
    'What was asked of models, also of the embeddings of this server: how often, how fast, at what cost, and how it ended.',
  failed: 'The figures could not be read',
  retry: 'Try again',
  loading: 'Reading figures',
  span: 'Show the last',
  spans: { '7': '7 days', '30': '30 days', '90': '90 days', '365': '365 days' },
  none: 'No requests yet',
  noneText: 'Figures come from the log of requests to models, which begins with the first one.',
  figures: 'Figures',
  total: 'Total Requests',
  latency: 'Median Latency',
  p95: (time: string) => `95 of 100 within ${time}`,
  cost: 'Cost',
  unpriced: (count: number) => `without ${count === 1 ? '1 request' : `${count} requests`} whose model has no price`,
  success: 'Success Rate',
  ended: (ok: string, all: string) => `${ok} of ${all} ended well`,
  tokens: (count: string) => `${count} tokens`,
  seconds: (seconds: string) => `${seconds} s`,
  nothing: 'none',
  days: 'Requests by day',
  endpoints: 'Most Used Endpoints',
  models: 'AI Models',
  byModel: 'By model',
  modelOf: (model: string, provider: string) => `${model} (${provider})`,
  people: 'People',
  ends: 'How requests ended',
  reasons: 'Errors by kind',
  redactions: 'Replaced before texts left',
  redaction: (kind: string) => KINDS[kind] ?? kind,
  endpoint: (name: string) => ENDPOINTS[name] ?? name,
  /** A detail may follow the code, such as the status of a provider. */
  reason: (code: string) => {
    const [name = code, ...detail] = code.split(': ')
    return [REASONS[name] ?? name, ...detail].join(': ')
  },
  latest: 'Latest requests',
  latestText:
    'The newest 50 in the log. Texts are in it only where your organisation keeps them, and are never shown here.',
  latestFailed: 'The log could not be read',
  latestColumns: { at: 'Time', what: 'Asked for', person: 'Person', end: 'End', tokens: 'Tokens' },
  columns: { name: 'Name', requests: 'Requests', latency: 'Median', success: 'Success', cost: 'Cost' },
  noPerson: 'Somebody who was removed',
  statuses: {
    running: 'Running',
    ok: 'Ended well',
    error: 'Failed',
    blocked: 'Blocked claim',
    aborted: 'Cancelled',
    over_budget: 'Over budget',
  },
  privacy: 'Security & Privacy',
  badges: {
    redaction: 'PII redaction',
    logging: 'Request logging',
    moderation: 'Banned claims',
  },
})
