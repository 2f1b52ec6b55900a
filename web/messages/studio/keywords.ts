import {
  type ClusterMethod,
  type DifficultyReason,
  type Intent,
  KEYWORD_LIMITS,
  KEYWORD_STAGES,
  type KeywordSource,
  type KeywordStage,
  type LineProblem,
  type ListProblem,
  type PageType,
  type ProjectState,
} from '#contract/keywords/keywords.ts'
import { formatCount } from '#web/lib/format.ts'
import { englishWords } from '../languages/english-words.ts'
import { studio } from './studio.ts'

const most = formatCount(KEYWORD_LIMITS.keywords)
const count = (number: number, one: string, several: string): string =>
  `${formatCount(number)} ${number === 1 ? one : several}`
const keywordCount = (number: number): string => count(number, 'keyword', 'keywords')

const INTENT: Record<Intent, string> = {
  informational: 'Informational',
  commercial: 'Commercial',
  transactional: 'Transactional',
  navigational: 'Navigational',
}
const PAGE: Record<PageType, string> = {
  pillar: 'Main page',
  'how-to': 'How-to',
  comparison: 'Comparison',
  pricing: 'Pricing',
  proof: 'Proof',
  audience: 'Audience',
  local: 'Local',
  versus: 'Versus',
  brand: 'Brand',
}
const STAGE: Record<KeywordStage, (done: string, total: string) => string> = {
  reading: (done, total) => `${done} of ${total} keywords read`,
  comparing: (done, total) => `${done} of ${total} pairs compared`,
  joining: (done, total) => `${done} of ${total} joins made`,
  naming: (done, total) => `${done} of ${total} topics named`,
}
const SOURCE: Record<KeywordSource, string> = {
  seed: 'Seed',
  idea: 'Idea',
  list: 'List',
  search_console: 'Search Console',
  keyword_planner: 'Keyword Planner',
  semrush: 'Semrush',
  ahrefs: 'Ahrefs',
}
const REASON: Record<DifficultyReason, string> = {
  head_term: 'short head term',
  commercial: 'buyers type it, so many compete for it',
  brand: 'people look for a certain name',
  middle: 'neither short nor long',
  question: 'a question',
  long_tail: 'long and narrow',
}
const STATE: Record<ProjectState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
}
const METHOD: Record<ClusterMethod, string> = {
  embeddings: 'Compared by meaning',
  words: 'Compared by shared words',
}
const LINE: Record<LineProblem, string> = {
  empty: 'no keyword',
  too_long: `more than ${KEYWORD_LIMITS.keywordCharacters} characters`,
  twice: 'the same keyword as above',
  not_a_number: 'a figure that cannot be read, left empty',
}
const LIST: Record<ListProblem, string> = {
  empty: 'There are no keywords in this file.',
  too_large: 'This file is larger than 5 MB. Split it.',
  too_many_keywords: `A project has at most ${most} keywords. Split the file.`,
  too_many_columns: 'This file has more than 50 columns. Export it with fewer.',
  not_text: 'This file is not text. Choose a CSV file.',
  no_keyword_column: 'No column of this file is called Keyword, Query or Top queries.',
}
const COLUMN: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  volume: 'volume',
  cpcMicros: 'cost per click',
  kd: 'keyword difficulty',
  clicks: 'clicks',
  impressions: 'impressions',
  position: 'position',
}

/** The SEO workspace of the studio: from seeds to pages. */
export const keywords = englishWords('keywords', {
  tab: 'SEO',
  title: studio.overview.cards.seo.title,
  badge: 'Beta',
  lead: 'Turns seed keywords or a list into clusters, one for each page to write. Keywords stay on this server; nothing of the vault is read.',
  card: 'Clusters keywords into pages, with intent, sources and content briefs.',
  loading: 'Loading keyword projects',
  failed: 'The keyword projects could not be loaded.',
  failedOne: 'This keyword project could not be loaded.',
  retry: 'Try again',
  notInstalled:
    'Embeddings are not installed: run npm run studio. Until then keywords are compared by the words that they share.',
  damaged:
    'The files of the embeddings are not those that were tried: run npm run studio. Until then keywords are compared by the words that they share.',
  form: {
    title: 'Keyword analysis',
    name: 'Project name',
    namePlaceholder: (date: string) => `SEO Project ${date}`,
    seeds: 'Seed keywords',
    seedsHint: `Separated by commas. Up to ${KEYWORD_LIMITS.expandedSeeds} of them are expanded by ideas; more are clustered as they are.`,
    seedsMissing: 'Please enter some seed keywords',
    seedTooLong: `A keyword has at most ${KEYWORD_LIMITS.keywordCharacters} characters. Shorten the longest one.`,
    tooMany: `A project has at most ${most} keywords. Split the list.`,
    submit: 'Analyze Keywords',
    busy: 'Analyzing…',
    import: 'Import CSV',
    terms: 'Names',
  },
  complete: 'Analysis Complete',
  generated: (clusters: number) =>
    `Generated ${formatCount(clusters)} keyword ${clusters === 1 ? 'cluster' : 'clusters'}`,
  error: 'Error',
  failedAnalysis: 'Failed to analyze keywords. Please try again.',
  failedChange: 'Nothing was changed',
  projects: {
    title: 'Projects',
    none: 'No project yet. Enter what you want to be found for.',
    facts: (keywordsOf: number, clusters: number) =>
      `${keywordCount(keywordsOf)}, ${count(clusters, 'cluster', 'clusters')}`,
    open: (name: string) => `Open ${name}`,
  },
  state: (state: ProjectState) => STATE[state],
  method: (method: ClusterMethod) => METHOD[method],
  methodWords: 'Other words for the same thing are not found this way.',
  progress: (stage: KeywordStage, done: number, total: number) =>
    `Step ${KEYWORD_STAGES.indexOf(stage) + 1} of ${KEYWORD_STAGES.length}: ${STAGE[stage](formatCount(done), formatCount(total))}`,
  silent: 'The server that worked on this has ended. Another one, or this one, takes it up within minutes.',
  cancel: 'Cancel analysis',
  cancelled: 'Analysis cancelled',
  cancelledText: 'This analysis was cancelled. Its keywords are kept; start a new one to cluster them.',
  failedText: 'This analysis failed. Its keywords are kept; start it again as a new project.',
  export: 'Export CSV',
  exportFailed: 'The keywords could not be exported',
  fileName: (name: string, ending: string) =>
    `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80) || 'keywords'}.${ending}`,
  more: 'More',
  rename: 'Rename project',
  renamed: 'Project renamed',
  remove: 'Delete project',
  removed: 'Project deleted',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'Its keywords, clusters and briefs are deleted for good.',
  keep: 'Keep it',
  save: 'Save',
  tabs: { label: 'Results', clusters: 'Keyword Clusters', briefs: 'Content Briefs' },
  view: { label: 'Show clusters as', map: 'Map', table: 'Table' },
  map: {
    label: 'Map of keyword clusters',
    bubble: (name: string, of: number, intent: Intent) =>
      `${name}: ${keywordCount(of)}, ${INTENT[intent].toLowerCase()}`,
    cut: (shown: number, all: number) =>
      `The largest ${formatCount(shown)} of ${formatCount(all)} clusters; the table has all of them.`,
    legend: 'Colours',
  },
  table: {
    label: 'Keyword clusters',
    cluster: 'Cluster',
    intent: 'Intent',
    difficulty: 'Estimate',
    keywords: 'Keywords',
    volume: 'Volume',
  },
  intent: (intent: Intent) => INTENT[intent],
  page: (page: PageType) => PAGE[page],
  source: (source: KeywordSource) => SOURCE[source],
  estimate: (difficulty: number, reason: DifficultyReason) => `${difficulty}, ${REASON[reason]}`,
  detail: {
    label: 'Cluster',
    none: 'Choose a cluster to see its keywords.',
    intent: 'Intent',
    page: 'Kind of page',
    difficulty: 'Difficulty, estimate',
    volume: 'Volume',
    volumeUnknown: 'unknown: import a list that has it',
    keywords: 'Keywords and where they come from',
    furtherKeywords: (further: number) => `and ${formatCount(further)} more, all of them in the exported CSV`,
    searches: (volume: number) => `${formatCount(volume)} a month`,
    angles: 'Angles',
    brief: 'Generate Brief',
    write: 'Write this page',
    rename: 'Rename',
    renameTitle: 'Rename page or topic',
    name: 'Name of the page',
    topic: 'Topic',
    topicHint: 'Of all its pages.',
    renamed: 'Renamed',
    merge: 'Merge',
    mergeTitle: (name: string) => `Merge another page into ${name}`,
    mergeText: 'Its keywords move here, and the other page is gone.',
    mergeChoice: 'Page to merge',
    merged: 'Pages merged',
  },
  briefs: {
    none: 'No brief yet. Choose a cluster and generate its brief.',
    list: 'Briefs',
    loading: 'Making the brief',
    failed: 'The brief could not be made.',
    words: (words: number) => `About ${formatCount(words)} words`,
    note: 'Made of the keywords of this cluster by rules. No language model wrote it, and no search results were looked at.',
    outline: 'Outline',
    section: (words: number) => `${formatCount(words)} words`,
    questions: 'Questions to answer',
    keywords: 'Keywords',
    angles: 'Angles',
    copy: 'Copy Markdown',
    copied: 'Brief copied',
    copyFailed: 'The brief could not be copied. Download it instead.',
    download: 'Download Markdown',
  },
  import: {
    title: 'Import keywords',
    lead: 'A CSV file of Search Console, Keyword Planner, Semrush or Ahrefs, or one keyword in each line. Volume, cost per click, difficulty, clicks, impressions and position are taken where the file has them.',
    problem: (problem: ListProblem) => LIST[problem],
    ready: (keywordsOf: number) => `${keywordCount(keywordsOf)} can be imported.`,
    source: 'Read as',
    columns: 'Columns',
    leftOut: 'Not read',
    columnOf: (column: string) => COLUMN[column] ?? column,
    wrong: (problems: number) =>
      problems === 1 ? '1 line has a problem:' : `${formatCount(problems)} lines have problems:`,
    line: (line: number, problem: LineProblem, column: string | undefined) =>
      `Line ${formatCount(line)}: ${LINE[problem]}${column === undefined ? '' : ` (${COLUMN[column] ?? column})`}`,
    furtherLines: (further: number) => `and ${formatCount(further)} more`,
    shown: 'First keywords',
    submit: (keywordsOf: number) => `Analyze ${keywordCount(keywordsOf)}`,
    busy: 'Importing…',
  },
  terms: {
    title: 'Names that sort keywords',
    lead: 'Separated by commas. The next analysis uses them: brands and competitors decide the intent, audiences and places have pages of their own.',
    brands: 'Your brands',
    competitors: 'Competitors',
    audiences: 'Audiences',
    places: 'Places',
    saved: 'Names saved',
  },
})
