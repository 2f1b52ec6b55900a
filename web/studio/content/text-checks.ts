import { BRIEF_LABEL, readMinutes, wordsOf } from '#contract/studio/content.ts'

export type Checked = { title: string; text: string; keyword: string; meta: string }
export type CheckName = 'titleLength' | 'keywordInTitle' | 'keywordEarly' | 'keywordInHeading' | 'meta' | 'sentences'
export type TextChecks = {
  words: number
  minutes: number
  /** Each with whether it holds. */
  rules: readonly (readonly [name: CheckName, holds: boolean])[]
  /** Figures in the text: whoever publishes it names a source for each. A brief has only those of its plan. */
  numbers: string[]
}

const MAX_SENTENCE_WORDS = 20
const EARLY_WORDS = 100

/** What a text is looked at for, as it is written. The rules are habits of editors; none of them is a promise of a search engine. */
export function checkText({ title, text, keyword, meta }: Checked): TextChecks {
  const prose = text.replaceAll(/^(?:#|>|- \[ \]).*$/gm, '')
  const words = wordsOf(prose)
  const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) => heading)
  const early = (prose.match(/\S+/g) ?? []).slice(0, EARLY_WORDS).join(' ')
  const sentences = prose.split(/[.!?]+(?:\s|$)/).filter((sentence) => wordsOf(sentence) > 0)
  const ofKeyword = (where: string) => keyword.trim() !== '' && has(where, keyword)
  return {
    words,
    minutes: readMinutes(words),
    numbers: text.includes(`> ${BRIEF_LABEL}`) ? [] : numbersIn(prose),
    rules: [
      ['titleLength', title.trim().length >= 30 && title.trim().length <= 60],
      ['keywordInTitle', ofKeyword(title)],
      ['keywordEarly', ofKeyword(early)],
      ['keywordInHeading', headings.some((heading) => ofKeyword(heading))],
      ['meta', meta.trim().length >= 120 && meta.trim().length <= 160],
      ['sentences', sentences.length > 0 && words / sentences.length <= MAX_SENTENCE_WORDS],
    ],
  }
}

const numbersIn = (prose: string): string[] =>
  [...new Set(prose.match(/(?<![\w.])\d[\d.,]*\s?%?(?!\w)/g) ?? [])].map((number) => number.trim())

const has = (where: string, keyword: string): boolean => where.toLowerCase().includes(keyword.trim().toLowerCase())
