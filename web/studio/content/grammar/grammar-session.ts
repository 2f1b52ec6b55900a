import type { Finding, GrammarEngine, Setting } from '#web/lib/remote/vault-client.ts'
import { type Paragraph, paragraphsOf } from './paragraphs.ts'
import { mapped, type Placed, placed } from './placed-findings.ts'

export type Checked = {
  /** The text that the findings are about. */
  text: string
  findings: readonly Placed[]
  isChecking: boolean
  /** The text does not look like English, and was not checked. */
  isForeign: boolean
  hasFailed: boolean
}

/** After the last key, before the engine is asked. */
const REST_MS = 400
/** Characters of prose that say which language a text has. */
const SAMPLE_CHARACTERS = 2000
/** Shorter texts are taken for English. */
const MIN_SAMPLE_WORDS = 8
/** Answers that are kept, so that a text that comes back is not asked about again. */
const MAX_KEPT = 2000

export const NOTHING_CHECKED: Checked = {
  text: '',
  findings: [],
  isChecking: false,
  isForeign: false,
  hasFailed: false,
}

/**
 * Findings of a text that changes. An answer belongs to the words of a paragraph and not to its place: whatever was typed meanwhile, it is shown
 * where those words are, or nowhere.
 */
export class GrammarSession {
  readonly #engine: GrammarEngine
  readonly #onChange: (checked: Checked) => void
  readonly #answers = new Map<string, readonly Finding[]>()
  readonly #ignored = new Set<string>()
  #words: ReadonlySet<string>
  #configured: string
  #now = NOTHING_CHECKED
  /** Findings that are shown or ignored, as they are in the text now. */
  #all: readonly Placed[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts texts: what is on its way for another one asks no further. */
  #turn = 0
  /** Counts settings: answers under another one are worthless. */
  #setting = 0
  #takesAny = false
  #isStopped = false

  constructor(engine: GrammarEngine, setting: Setting, onChange: (checked: Checked) => void) {
    this.#engine = engine
    this.#words = new Set(setting.words)
    this.#configured = JSON.stringify(setting)
    this.#onChange = onChange
  }

  /** Takes the text as it is now; what did not change keeps its findings. */
  setText(text: string): void {
    if (text === this.#now.text) return
    this.#all = this.#findingsIn(text, mapped(this.#all, this.#now.text, text))
    this.#tell({ text, isChecking: true })
    this.#ask(REST_MS)
  }

  ignore(id: string): void {
    this.#ignored.add(id)
    this.#tell({})
  }

  /** Checks a text that does not look like English all the same. */
  takeAny(): void {
    this.#takesAny = true
    this.#tell({ isForeign: false, isChecking: true })
    this.#ask(0)
  }

  /** Other words, or another English: everything is asked again, and what is no longer wrong disappears at once. */
  async configure(setting: Setting): Promise<void> {
    if (JSON.stringify(setting) === this.#configured) return
    this.#configured = JSON.stringify(setting)
    this.#words = new Set(setting.words)
    this.#answers.clear()
    this.#tell({ isChecking: true })
    this.#turn++
    this.#setting++
    await this.#engine.configure(setting).catch(() => this.#fail())
    this.#ask(0)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#engine.stop()
  }

  #ask(afterMs: number): void {
    if (this.#now.hasFailed || this.#isStopped) return
    clearTimeout(this.#timer)
    const turn = ++this.#turn
    this.#timer = setTimeout(() => void this.#check(turn).catch(() => turn === this.#turn && this.#fail()), afterMs)
  }

  /** Asks paragraph by paragraph, until all are known or the text has changed. */
  async #check(turn: number): Promise<void> {
    const { text } = this.#now
    const isForeign = !this.#takesAny && !(await this.#isEnglish(text))
    if (turn !== this.#turn) return
    if (isForeign) return this.#tell({ isForeign, isChecking: false })
    for (const { text: paragraph } of paragraphsOf(text)) {
      if (this.#answers.has(paragraph)) continue
      const setting = this.#setting
      const answer = await this.#engine.check(paragraph)
      if (this.#isStopped || setting !== this.#setting) return
      this.#keep(paragraph, answer)
      this.#all = this.#findingsIn(this.#now.text, this.#all)
      this.#tell({})
      if (turn !== this.#turn) return
    }
    this.#all = this.#findingsIn(text, this.#all)
    this.#tell({ isChecking: false, isForeign: false })
  }

  async #isEnglish(text: string): Promise<boolean> {
    const sample = text.replaceAll(/^[#>].*$/gm, '').slice(0, SAMPLE_CHARACTERS)
    const words = sample.match(/\p{L}{2,}/gu) ?? []
    return words.length < MIN_SAMPLE_WORDS || this.#engine.looksEnglish(sample)
  }

  #keep(paragraph: string, answer: readonly Finding[]): void {
    this.#answers.set(paragraph, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MAX_KEPT && oldest !== undefined) this.#answers.delete(oldest)
  }

  /** Answers at the places of their paragraphs; where there is none yet, what is known from before. */
  #findingsIn(text: string, known: readonly Placed[]): Placed[] {
    const findings = paragraphsOf(text).flatMap((paragraph) => {
      const answer = this.#answers.get(paragraph.text)
      return answer ? placed(answer, paragraph.from, text) : within(known, paragraph)
    })
    return named(findings, known)
  }

  #fail(): void {
    this.#tell({ hasFailed: true, isChecking: false })
  }

  #tell(change: Partial<Checked>): void {
    if (this.#isStopped) return
    const now = { ...this.#now, ...change }
    const isOpen = ({ id, isUnknownWord, problem }: Placed) =>
      !this.#ignored.has(id) && !(isUnknownWord && this.#words.has(problem))
    this.#now = { ...now, findings: now.isForeign ? [] : this.#all.filter(isOpen) }
    this.#onChange(this.#now)
  }
}

const within = (known: readonly Placed[], { from, text }: Paragraph): Placed[] =>
  known.filter((finding) => finding.from >= from && finding.to <= from + text.length)

/** A finding that was there keeps its name, whatever was typed next to it; the same words at two places have two. */
function named(findings: readonly Placed[], known: readonly Placed[]): Placed[] {
  const before = new Map(known.map((finding) => [placeOf(finding), finding.id]))
  const names = findings.map((finding) => before.get(placeOf(finding)))
  const taken = new Set(names)
  return findings.map((finding, at) => {
    let id = names[at] ?? finding.id
    for (let nth = 2; names[at] === undefined && taken.has(id); nth++) id = `${finding.id}\n${nth}`
    taken.add(id)
    return { ...finding, id }
  })
}

const placeOf = ({ from, to, kind, message }: Placed): string => [from, to, kind, message].join('\n')
