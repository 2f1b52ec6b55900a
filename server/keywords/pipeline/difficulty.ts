import type { DifficultyReason, Intent } from '#contract/keywords/keywords.ts'
import { wordsOf } from './normalise.ts'

/** An estimate from 1 to 100 of how hard a keyword is to rank for, and the one reason that weighed most. It knows no search results. */
export type Difficulty = { difficulty: number; reason: DifficultyReason }

const HEAD = 72
const LESS_PER_WORD = 10
const QUESTION = /^(who|what|when|where|why|how|which|can|does|do|is|are|should)\b/
const PRESSURE: Record<Intent, number> = { informational: 0, commercial: 8, transactional: 10, navigational: 6 }

/** Short terms are fought over, terms that buyers type more so; long ones and questions less. The numbers are ours and were not compared with rankings. */
export function difficultyOf(keyword: string, intent: Intent): Difficulty {
  const words = Math.max(1, wordsOf(keyword).length)
  const isQuestion = QUESTION.test(keyword)
  const raw = HEAD - LESS_PER_WORD * (words - 1) + PRESSURE[intent] - (isQuestion ? 6 : 0)
  return { difficulty: Math.min(95, Math.max(8, raw)), reason: reasonOf(words, intent, isQuestion) }
}

function reasonOf(words: number, intent: Intent, isQuestion: boolean): DifficultyReason {
  if (intent === 'navigational') return 'brand'
  if (isQuestion) return 'question'
  if (words >= 5) return 'long_tail'
  if (intent !== 'informational') return 'commercial'
  return words <= 2 ? 'head_term' : 'middle'
}
