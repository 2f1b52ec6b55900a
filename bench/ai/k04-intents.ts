import { type Intent, INTENTS } from '#contract/keywords/keywords.ts'
import { intentOf } from '#server/keywords/pipeline/intent.ts'
import { normalise } from '#server/keywords/pipeline/normalise.ts'
import type { Entry, Section } from '../lib/entry.ts'
import labels from './labelled-intents.json' with { type: 'json' }
import { metricsOf } from './once.ts'

/** How often the intent of a keyword is the one that another gives it, who does not know the rules. */
export const intents: Entry = {
  name: 'k04-intents',
  title: 'intents of keywords by rules, next to labels of an annotator who had not seen the rules',
  holdsBack:
    'a bare brand or product ("expedia my trips", "nespresso vertuo pods 50 pack") has no word that a rule knows; brands that an organisation names are known, and none is named here.',
  run,
}

type Labelled = { keyword: string; label: Intent }
type Guess = (keyword: string) => Intent

const byRules: Guess = (keyword) => intentOf(normalise(keyword), { brands: [], competitors: [] }).intent

async function run(): Promise<Section> {
  const sure = labelled('sure')
  const all = [...sure, ...labelled('unsure')]
  const most = INTENTS.toSorted((a, b) => countOf(all, b) - countOf(all, a))[0] ?? 'informational'
  const rows = (['sure', 'all'] as const).flatMap((name) => {
    const of = name === 'sure' ? sure : all
    const what = name === 'sure' ? `${of.length} of which the annotator was sure` : `all ${of.length}`
    return [
      { name: `rules, ${what}`, metrics: metricsOf(figuresOf(of, byRules)) },
      { name: `always "${most}", ${what}`, metrics: metricsOf(figuresOf(of, () => most)) },
    ]
  })
  const each = INTENTS.map((intent) => ({
    name: `${intent}, ${countOf(sure, intent)} keywords`,
    metrics: metricsOf(scoresOf(sure, byRules, intent)),
  }))
  return {
    tables: [
      { caption: 'all four intents', measured: rows, ratioTo: [] },
      { caption: 'rules by intent, where the annotator was sure', measured: each, ratioTo: [] },
    ],
    aims: [],
    notes: [
      'Keywords and labels: `bench/ai/labelled-intents.json`, thought up and labelled by a language model that had seen no rule; they are no log of real searches. The rules were not changed after they were measured on them.',
    ],
  }
}

const labelled = (how: 'sure' | 'unsure'): Labelled[] =>
  INTENTS.flatMap((label) => labels[label][how].map((keyword) => ({ keyword, label })))

const countOf = (of: readonly Labelled[], intent: Intent): number => of.filter(({ label }) => label === intent).length

function figuresOf(of: readonly Labelled[], guess: Guess): { accuracy: number; 'macro F1': number } {
  const right = of.filter(({ keyword, label }) => guess(keyword) === label).length
  const f1 = INTENTS.reduce((sum, intent) => sum + scoresOf(of, guess, intent).F1, 0) / INTENTS.length
  return { accuracy: right / of.length, 'macro F1': f1 }
}

function scoresOf(of: readonly Labelled[], guess: Guess, intent: Intent) {
  const guessed = of.filter(({ keyword }) => guess(keyword) === intent)
  const right = countOf(guessed, intent)
  const precision = guessed.length === 0 ? 0 : right / guessed.length
  const recall = right / countOf(of, intent)
  const F1 = right === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { F1, precision, recall }
}
