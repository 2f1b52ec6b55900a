import type { Dialect } from '#contract/grammar/grammar.ts'

/** Parts of harper.js 2.10.0 that are used; its file is put before the script of the worker and leaves them as `globalThis.harper`. */
export type Harper = {
  /** Compiles the program. */
  default: (given: { module_or_path: BufferSource }) => Promise<unknown>
  setup: () => void
  Dialect: Readonly<Record<Dialect, number>>
  Language: { readonly Markdown: number }
  /** Numbers of the kinds of suggestions. */
  SuggestionKind: { readonly Replace: number; readonly Remove: number; readonly InsertAfter: number }
  Linter: { new: (dialect: number) => Linter }
}

export type Linter = {
  set_lint_config_from_json: (json: string) => void
  import_words: (words: string[]) => void
  clear_words: () => void
  is_likely_english: (text: string) => boolean
  lint: (
    text: string,
    language: number,
    allHeadings: boolean,
    mask: string | undefined,
    dedup: boolean,
    isolatesEnglish: boolean,
  ) => Lint[]
  free: () => void
}
type Freed = { free: () => void }
export type Lint = Freed & {
  lint_kind: () => string
  lint_kind_pretty: () => string
  message: () => string
  get_problem_text: () => string
  /** Counted in UTF-16 code units. */
  span: () => Freed & { start: number; end: number }
  suggestions: () => (Freed & { kind: () => number; get_replacement_text: () => string })[]
}
