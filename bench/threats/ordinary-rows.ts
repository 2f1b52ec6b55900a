import { cleanUp } from '../lib/cleanup.ts'
import type { Benign } from './benign.ts'
import type { Disturbed } from './disturbed.ts'
import type { Lived, OrdinaryDay } from './ordinary-people.ts'
import { openStage } from './stage.ts'

type LivedRow = { what: string; times: number; disturbed: number; noted: string[] }

/** Each day so many times on the real server, with other people each time. */
export async function liveAll(days: readonly OrdinaryDay[], times: number): Promise<LivedRow[]> {
  const stage = await openStage()
  const rows: LivedRow[] = []
  for (const day of days) {
    const lived: Lived[] = []
    for (let n = 0; n < (day.times ?? times); n += 1) lived.push(await day.run(stage, n))
    const disturbed = lived.filter(({ refused, enforced }) => refused > 0 || enforced.length > 0).length
    rows.push({
      what: day.what,
      times: lived.length,
      disturbed,
      noted: [...new Set(lived.flatMap(({ noted }) => noted))],
    })
    process.stderr.write(`  ${day.what}: ${disturbed} of ${lived.length}\n`)
  }
  await cleanUp()
  return rows
}

export const livedTable = (rows: readonly LivedRow[]): string =>
  [
    '| a day on the real server over HTTP | held, slowed or refused | noted by |',
    '|---|---|---|',
    ...rows.map(({ what, times, disturbed, noted }) => `| ${what} | ${disturbed} of ${times} | ${noted.join(', ')} |`),
  ].join('\n')

type Run = { seed: number; ordinary: readonly Disturbed[]; benign: Benign }
const count = (value: number) => value.toLocaleString('en')
const total = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((sum, one) => sum + of(one), 0)

const WORDS: Record<Disturbed['kind'], string> = {
  photos_450: '450 photos in tiles',
  photos_20000: '20,000 photos in tiles',
  nightly_check: 'a nightly check of 1,200 files by a program whose home has another address each night',
  export: 'an export of 3,000 files',
  new_computer: 'a new computer, at home or in the office, that reads 2,500 files at once',
  renamed_browser: 'a browser that has another name after an update',
  commuter: 'three networks a day',
  traveller: 'abroad on a known device',
  way_out_abroad: 'a way out in another country, half an hour after a sign-in at home',
  office: 'an office of 200 behind one address, with wrong passwords and new laptops',
  new_password: 'a new password, half of them by mail, and a program that tries the old one',
  member_left: 'a manager copies 2,000 files that somebody left behind',
  album_of_others: 'an album of 450 pictures of others',
}

/** What all runs with other seeds say together. */
export function crowdTable(runs: readonly Run[]): string {
  const kinds = Object.entries(WORDS).flatMap(([kind, words]) => {
    const same = runs.flatMap(({ ordinary }) => ordinary.filter((one) => one.kind === kind))
    const by = [...new Set(same.flatMap((one) => one.by))]
    return [
      line(
        words,
        total(same, (one) => one.userDays),
        total(same, (one) => one.disturbed),
        total(same, (one) => one.noted),
        by,
      ),
    ]
  })
  const all = runs.flatMap(({ ordinary }) => ordinary)
  const usual = runs.map(({ benign }) => benign)
  const by = [...new Set(usual.flatMap(({ interventions }) => Object.keys(interventions)))]
  const noted = total(usual, (one) => total(Object.values(one.noted), (value) => value))
  return [
    `| made-up user-days, ${runs.length} seeds | days | held, slowed or refused | noted |`,
    '|---|---|---|---|',
    ...kinds,
    line(
      'all of these',
      total(all, (one) => one.userDays),
      total(all, (one) => one.disturbed),
      total(all, (one) => one.noted),
      [],
    ),
    line(
      'usual days with forgotten passwords and cookies, new phones and journeys',
      total(usual, (one) => one.userDays),
      total(usual, (one) => one.daysWithAny),
      noted,
      by,
    ),
  ].join('\n')
}

const line = (what: string, days: number, disturbed: number, noted: number, by: readonly string[]): string =>
  `| ${what} | ${count(days)} | ${count(disturbed)}${by.length > 0 ? ` (${by.join(', ')})` : ''} | ${count(noted)} |`
