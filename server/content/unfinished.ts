import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ContentRequest } from './content-request.ts'
import { type Begun, plannedSections, type Section, type WritingEvent } from './write-article.ts'

/** What is kept with a text whose writing stopped. */
const stoppedPlan = z.object({
  sections: plannedSections,
  /** How many of the sections are whole. */
  whole: z.int().min(0),
  /** Where the whole sections end, in UTF-16 code units; what follows in that version is half a section. */
  from: z.int().min(0),
  /** SHA-256 of the outline and the kind of text that the sections were planned for. */
  outline: z.string(),
})
export type StoppedPlan = z.output<typeof stoppedPlan>

/** A version whose writing stopped, as it is stored. */
export type StoppedVersion = { content: string; plan: unknown }

/** @property fits false: the outline was changed since, and the sections are no longer those of the text */
export type Unfinished = { section: number; sections: number; heading: string; fits: boolean }

/** What is missing of a text; null for one that is whole. */
export function unfinishedOf(request: ContentRequest, stopped: StoppedVersion | undefined): Unfinished | null {
  const plan = planOf(stopped)
  const next = plan?.sections[plan.whole]
  if (!plan || !next) return null
  const fits = plan.outline === hashOfOutline(request)
  return { section: plan.whole + 1, sections: plan.sections.length, heading: next.heading, fits }
}

/** Where the writing continues. @param text as it is in the draft now, also where people edited it */
export function begunFrom(request: ContentRequest, stopped: StoppedVersion, text: string): Begun {
  const plan = planOf(stopped)
  const next = plan?.sections[plan.whole]
  if (!plan || !next) throw new Error('nothing of this text is missing')
  const kept = withoutHalf(text.replaceAll('\r\n', '\n'), next.heading, stopped.content.slice(plan.from)).trimEnd()
  return { sections: plan.sections, whole: plan.whole, text: `${kept === '' ? `# ${request.title}` : kept}\n` }
}

/**
 * A text without the section that the model had begun: exactly what it left, or, where people changed that, from its heading to the next one.
 * A heading that the model had not come to is a person's own.
 */
function withoutHalf(text: string, heading: string, half: string): string {
  const left = half.trim()
  if (left === '') return text
  const end = text.trimEnd()
  if (end.endsWith(left)) return end.slice(0, -left.length)
  const lines = text.split('\n')
  const first = lines.findLastIndex((line) => line.trimEnd() === `## ${heading}`)
  if (first < 0) return text
  const next = lines.findIndex((line, at) => at > first && /^#{1,2} /.test(line))
  return [...lines.slice(0, first), ...(next < 0 ? [] : lines.slice(next))].join('\n')
}

/** How far a text is while it is written. */
export class WritingProgress {
  /** All that there is of it. */
  content = ''
  readonly #begun: Begun | undefined
  readonly #outline: string
  #sections: readonly Section[] = []
  #whole = 0
  #from = 0

  constructor(request: ContentRequest, begun: Begun | undefined) {
    this.#begun = begun
    this.#outline = hashOfOutline(request)
  }

  hear(event: WritingEvent): void {
    if (event.kind === 'text') this.content += event.text
    else if (event.kind === 'plan') this.#sections = event.sections
    else if (event.kind === 'section') this.#stand(event.index)
    else if (event.kind === 'whole') this.#stand(event.sections)
  }

  /** Whether there is more than there was before. */
  get hasNew(): boolean {
    return this.#begun ? this.content.length > this.#begun.text.length : this.content.trim() !== ''
  }

  /** What is kept with the text if it stops now; null without a plan. */
  get plan(): StoppedPlan | null {
    if (this.#sections.length === 0) return null
    return { sections: [...this.#sections], whole: this.#whole, from: this.#from, outline: this.#outline }
  }

  #stand(whole: number): void {
    this.#whole = whole
    this.#from = this.content.length
  }
}

const planOf = (stopped: StoppedVersion | undefined): StoppedPlan | undefined =>
  stoppedPlan.safeParse(stopped?.plan).data

const hashOfOutline = ({ outline, content_type: type }: ContentRequest): string =>
  createHash('sha256')
    .update(JSON.stringify({ outline: outline.trim(), content_type: type }))
    .digest('hex')
