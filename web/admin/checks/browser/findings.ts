import { BROWSER_ANSWER_LIMITS, type BrowserAnswer, type BrowserCheckId } from '#contract/checks/checks.ts'

const { errorLetters, textLetters, texts } = BROWSER_ANSWER_LIMITS
const SHOWN = 3

/** The answer of one check: passed where nothing was found. @param wrong begins the sentence that says what was */
export function answerOf(
  id: BrowserCheckId,
  { found, wrong, evidence = {} }: { found: readonly string[]; wrong: string; evidence?: BrowserAnswer['evidence'] },
): BrowserAnswer {
  if (found.length === 0) return { id, status: 'passed', evidence }
  const rest = found.length - SHOWN
  const error = `${wrong}: ${found.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  const listed = found.slice(0, texts).map((text) => text.slice(0, textLetters))
  return { id, status: 'failed', error: error.slice(0, errorLetters), evidence: { ...evidence, found: listed } }
}
