export const INTENTS = ['informational', 'commercial', 'transactional', 'navigational'] as const
export type Intent = (typeof INTENTS)[number]

/** Kinds of pages: one cluster is one page. */
export const PAGE_TYPES = [
  'pillar',
  'how-to',
  'comparison',
  'pricing',
  'proof',
  'audience',
  'local',
  'versus',
  'brand',
] as const
export type PageType = (typeof PAGE_TYPES)[number]

/** Where a keyword comes from. `idea`: a template of ours, which says nothing about demand. */
export const KEYWORD_SOURCES = [
  'seed',
  'idea',
  'list',
  'search_console',
  'keyword_planner',
  'semrush',
  'ahrefs',
] as const
export type KeywordSource = (typeof KEYWORD_SOURCES)[number]

/** Why a keyword is estimated to be hard or easy to rank for. */
export const DIFFICULTY_REASONS = ['head_term', 'commercial', 'brand', 'middle', 'question', 'long_tail'] as const
export type DifficultyReason = (typeof DIFFICULTY_REASONS)[number]

export const PROJECT_STATES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

/** Stages of an analysis in their order. Keywords are read; then pairs of their subjects are compared, subjects joined, and topics named. */
export const KEYWORD_STAGES = ['reading', 'comparing', 'joining', 'naming'] as const
export type KeywordStage = (typeof KEYWORD_STAGES)[number]

/** What keywords were compared by: their meanings, or only the words that they share. */
export const CLUSTER_METHODS = ['embeddings', 'words'] as const
export type ClusterMethod = (typeof CLUSTER_METHODS)[number]

export const CSV_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]

/** Why a line of an import is left out. */
export const LINE_PROBLEMS = ['empty', 'too_long', 'twice', 'not_a_number'] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]

/** Why a file is not read at all. */
export const LIST_PROBLEMS = [
  'empty',
  'too_large',
  'too_many_keywords',
  'too_many_columns',
  'not_text',
  'no_keyword_column',
] as const
export type ListProblem = (typeof LIST_PROBLEMS)[number]

export const KEYWORD_LIMITS = {
  nameCharacters: 120,
  keywordCharacters: 200,
  keywords: 10_000,
  /** More seeds than this are a list of their own, to which no ideas are added. */
  expandedSeeds: 20,
  /** More keywords than this are a job in the background. */
  keywordsAtOnce: 200,
  /** A program that waits for its answer gets so many within a minute. */
  keywordsWaitedFor: 1000,
  importBytes: 5 * 1024 * 1024,
  projects: 100,
  /** Of each list of an organisation: its brands, competitors, audiences and places. */
  terms: 50,
  topicCharacters: 120,
} as const

/** The texts between commas or line ends, trimmed, without empty ones. */
export const splitSeeds = (text: string): string[] =>
  text
    .split(/[,\r\n]/)
    .map((seed) => seed.trim())
    .filter(Boolean)
