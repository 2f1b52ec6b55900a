import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { ORDINARY_DAYS } from './ordinary-people.ts'
import { liveAll, livedTable } from './ordinary-rows.ts'

const TIMES = 5

/** The same days as those of the crowd, and tidying up, on the real server over HTTP. */
export const ordinaryPeople: Entry = {
  name: 't06-ordinary-people',
  title: 'ordinary days on the real server that are held, slowed or refused',
  holdsBack: 'our own people: it shows what the rules do with what we know that people do, not how people are.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const lived = await liveAll(ORDINARY_DAYS, isQuick ? 1 : TIMES)
  const got = lived.reduce((sum, { disturbed }) => sum + disturbed, 0)
  const aim = { what: 'days held, slowed or refused', got, reachable: 0, ambitious: 0, isUpperBound: true }
  return { tables: [], aims: [aim], notes: [livedTable(lived)] }
}
