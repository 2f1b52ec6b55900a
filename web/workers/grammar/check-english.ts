import type { Dialect } from '#contract/grammar/grammar.ts'
import type { Harper, Lint, Linter } from './harper.ts'

export type Finding = {
  /** Place in the text that was asked about, in UTF-16 code units. */
  from: number
  to: number
  isSpelling: boolean
  /** A word that the dictionary could have. */
  isUnknownWord: boolean
  /** Kind of the rule, such as "Word Choice". */
  kind: string
  message: string
  problem: string
  /** Each takes the place of the problem; an empty one removes it. */
  suggestions: string[]
}
export type Setting = { dialect: Dialect; words: readonly string[] }

/** Titles in title case are one style among several: ours have sentence case. */
const RULES = { UseTitleCase: false }
const MAX_SUGGESTIONS = 5
const UNKNOWN_WORD = 'Spelling'
const SPELLING: ReadonlySet<string> = new Set([UNKNOWN_WORD, 'Typo'])

/** Checks English by harper.js, which was loaded and set up. */
export class EnglishChecker {
  readonly #harper: Harper
  #linter: Linter

  constructor(harper: Harper, setting: Setting) {
    this.#harper = harper
    this.#linter = this.#linterOf(setting)
  }

  configure(setting: Setting): void {
    this.#linter.free()
    this.#linter = this.#linterOf(setting)
  }

  /** Findings in a paragraph of Markdown, in the order of their places. */
  check(text: string): Finding[] {
    const { Markdown } = this.#harper.Language
    const lints = this.#linter.lint(text, Markdown, false, undefined, true, false)
    const findings = lints.map((lint) => this.#findingOf(lint))
    for (const lint of lints) lint.free()
    return findings.filter(({ from, to }) => from < to).toSorted((one, other) => one.from - other.from)
  }

  looksEnglish(text: string): boolean {
    return this.#linter.is_likely_english(text)
  }

  #linterOf({ dialect, words }: Setting): Linter {
    const linter = this.#harper.Linter.new(this.#harper.Dialect[dialect])
    linter.set_lint_config_from_json(JSON.stringify(RULES))
    if (words.length > 0) linter.import_words([...words])
    return linter
  }

  #findingOf(lint: Lint): Finding {
    const span = lint.span()
    const place = { from: span.start, to: span.end }
    span.free()
    const kind = lint.lint_kind()
    const problem = lint.get_problem_text()
    return {
      ...place,
      isSpelling: SPELLING.has(kind),
      isUnknownWord: kind === UNKNOWN_WORD,
      kind: lint.lint_kind_pretty().replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
      message: lint.message().replaceAll(/`([^`]+)`/g, '“$1”'),
      problem,
      suggestions: this.#suggestionsOf(lint, problem),
    }
  }

  #suggestionsOf(lint: Lint, problem: string): string[] {
    const { Remove, InsertAfter } = this.#harper.SuggestionKind
    const texts = lint.suggestions().map((suggestion) => {
      const kind = suggestion.kind()
      const text = kind === Remove ? '' : suggestion.get_replacement_text()
      suggestion.free()
      return kind === InsertAfter ? problem + text : text
    })
    return [...new Set(texts)].slice(0, MAX_SUGGESTIONS)
  }
}
