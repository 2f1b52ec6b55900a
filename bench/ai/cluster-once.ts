/** `node cluster-once.ts 1000`: embeds and clusters that many keywords and prints what it took. */
import type { Database } from '#server/db/database.ts'
import { Embeddings } from '#server/embeddings/embeddings.ts'
import { clusterKeywords, subjectsOf } from '#server/keywords/pipeline/cluster-keywords.ts'
import { NO_TERMS } from '#server/keywords/pipeline/terms.ts'

const count = Number(process.argv[2])
const THINGS =
  'invoice backup espresso mattress insurance router recipe camera contract garden tyre laptop visa yoga piano'.split(
    ' ',
  )
const KINDS = 'wireless organic portable digital vintage commercial folding smart secure steel kids outdoor'.split(' ')
const WHAT = 'holder manager cover filter planner sensor stand cleaner tracker adapter organizer kit'.split(' ')
const keywords = Array.from({ length: count }, (_, at) => {
  const pick = (words: readonly string[], by: number): string => words[Math.floor(at / by) % words.length] ?? ''
  const series = Math.floor(at / (THINGS.length * KINDS.length * WHAT.length))
  const subject = `${pick(KINDS, THINGS.length)} ${pick(THINGS, 1)} ${pick(WHAT, THINGS.length * KINDS.length)}`
  return series === 0 ? subject : `${subject} series ${series}`
})

const embeddings = new Embeddings(undefined as unknown as Database)
const { subjects } = subjectsOf(keywords, NO_TERMS)
const began = performance.now()
const vectors = await embeddings.embed(subjects)
const embedded = performance.now()
clusterKeywords(keywords, { vectors, terms: NO_TERMS })
const ended = performance.now()
await embeddings.stop()
console.log(
  JSON.stringify({
    embedMs: embedded - began,
    clusterMs: ended - embedded,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    subjects: subjects.length,
  }),
)
