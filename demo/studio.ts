import { randomUUID } from 'node:crypto'
import { importContacts } from '#web/lib/keyless/growth/contacts.ts'
import { listAudiences, saveAudience, saveNewsletter, scheduleNewsletter } from '#web/lib/keyless/growth/newsletters.ts'
import {
  briefKeywordCluster,
  importKeywordList,
  readKeywordProject,
  saveKeywordTerms,
  startKeywordProject,
} from '#web/lib/keyless/keywords/keyword-projects.ts'
import { addDeal } from '#web/lib/keyless/sales/deals.ts'
import { readPipeline } from '#web/lib/keyless/sales/pipeline.ts'
import { type CalendarNews, changePost, makeCalendar, readCalendar } from '#web/lib/keyless/studio/calendars.ts'
import { addDraft, readDraft, saveDraft, writeDraft } from '#web/lib/keyless/studio/drafts.ts'
import { addWord } from '#web/lib/keyless/studio/grammar.ts'
import { addSource } from '#web/lib/keyless/studio/sources.ts'
import { subjectOf } from './files.ts'
import type { DemoPerson } from './people.ts'
import { DRAFTS, POSTS, QUESTIONS, SOURCES } from './studio-texts.ts'

const DAY_MS = 86_400_000
const COMPANIES = [
  'Nordic Optics',
  'Harbour Labs',
  'Bergen Survey',
  'Alpine Imaging',
  'Delta Metrology',
  'Coastal Works',
]
const TAG = 'catalogue'
/** Pages of the catalogue whose briefs were asked for. */
const BRIEFED_PAGES = 2
const { signal } = new AbortController()

const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const companyOf = (at: number): string => COMPANIES[at % COMPANIES.length] ?? ''
/** Returns an address below the domain of the demo's people: mail to it leads nowhere. */
const addressOf = (at: number, { email }: DemoPerson): string =>
  `contact-${at + 1}@customers.${email.split('@').at(-1) ?? ''}`

/** What growth, sales and the studio list. @param days how far dates of deals and letters reach into the future */
export async function fillStudio(person: DemoPerson, { contacts, days }: { contacts: number; days: number }) {
  const { api } = person
  const numbers = Array.from({ length: contacts }, (_, at) => at)
  const csv = [
    'email,name,company',
    ...numbers.map((at) => `${addressOf(at, person)},Contact ${at + 1},${companyOf(at)}`),
  ]
  await importContacts(api, {
    csv: csv.join('\n'),
    isPreview: false,
    ground: 'Asked for the catalogue at a fair',
    tags: [TAG],
  })
  await writeNewsletters(api, days)
  const { stages } = await readPipeline(api)
  const open = stages.filter(({ kind }) => kind === 'open')
  for (const at of numbers.slice(0, Math.max(3, Math.floor(contacts / 3)))) {
    const fields = {
      title: `${subjectOf(at)} for ${companyOf(at)}`,
      contact_name: `Contact ${at + 1}`,
      contact_email: addressOf(at, person),
      contact_company: companyOf(at),
      amount_minor: 180_000 + ((at * 7919) % 50) * 12_500,
      closes_on: dateIn(1 + ((at * 5) % Math.max(days, 1))),
      owner_id: null,
    }
    await addDeal(api, fields, open[at % open.length]?.id ?? null)
  }
  await addSources(api)
  await writeDrafts(api)
  await findPages(api)
  await planMonth(api)
}

/** Adds texts to quote, and the name that the check of spelling should know. */
async function addSources(api: DemoPerson['api']): Promise<void> {
  for (const source of SOURCES) await addSource(api, { kind: 'pasted', ...source })
  await addWord(api, 'Fjordlight')
}

/** Drafts with every version that people saved; some began with a brief, and one has nothing else. */
async function writeDrafts(api: DemoPerson['api']): Promise<void> {
  for (const { fields, meta, tags, isBriefed, texts } of DRAFTS) {
    const id = await addDraft(api, fields)
    if (isBriefed) await writeDraft(api, id, { version: 1, continues: false, signal, onNews: () => undefined })
    let { version } = (await readDraft(api, id)).draft
    for (const content of texts)
      version = await saveDraft(api, id, { ...fields, meta_description: meta, suggested_tags: tags, content, version })
  }
}

/** Keywords of two projects, the pages that they become, and the briefs of the first of these. */
async function findPages(api: DemoPerson['api']): Promise<void> {
  const audiences = ['laboratories', 'research groups']
  await saveKeywordTerms(api, { brands: ['fjordlight'], competitors: [], audiences, places: ['bergen'] })
  const file = new TextEncoder().encode(`keyword\n${QUESTIONS.join('\n')}\n`)
  await importKeywordList(api, { id: randomUUID(), name: 'Questions to the service desk', file })
  const seeds = [
    'lens coating',
    'optical calibration',
    'spectrometer rental',
    'lens cleaning',
    'calibration certificate',
  ]
  const { id } = await startKeywordProject(api, { id: randomUUID(), name: 'Spring catalogue', seeds })
  const { clusters } = await readKeywordProject(api, id)
  for (const page of clusters.slice(0, BRIEFED_PAGES)) await briefKeywordCluster(api, id, page.id)
}

/** A month of posts. The first ones are written, and those of days that are over were published. */
async function planMonth(api: DemoPerson['api']): Promise<void> {
  const month = dateIn(0).slice(0, 7)
  const fields = { topics: ['lens coating', 'calibration'], month, brand_voice: 'calm' }
  let made: string | undefined
  const onNews = (news: CalendarNews): void => void (made = news.kind === 'done' ? news.id : made)
  await makeCalendar(api, { ...fields, platforms: ['LinkedIn', 'Twitter'] }, { signal, onNews })
  if (made === undefined) return
  const { posts } = await readCalendar(api, made)
  for (const [at, content] of POSTS.entries()) {
    const post = posts[at]
    if (!post) continue
    const isPublished = post.date < dateIn(0)
    await changePost(api, post.id, { version: post.version, content, ...(isPublished && { is_published: true }) })
  }
}

async function writeNewsletters(api: DemoPerson['api'], days: number): Promise<void> {
  await saveAudience(api, null, { name: 'Catalogue', rules: { tag: TAG } })
  const audience = (await listAudiences(api)).audiences.find(({ name }) => name === 'Catalogue')
  const fields = {
    subject: 'The spring catalogue is here',
    blocks: [
      { kind: 'heading' as const, text: 'New coatings' },
      { kind: 'text' as const, text: 'Three coatings for the near infrared are in stock.' },
    ],
    footer: 'Fjordlight Instruments, an invented organisation',
    reply_to: null,
    audience_id: audience?.id ?? null,
    per_hour: 500,
  }
  await saveNewsletter(api, null, { ...fields, subject: 'Draft: service visits in summer' })
  const letter = await saveNewsletter(api, null, fields)
  await scheduleNewsletter(api, letter, new Date(Date.now() + Math.max(days, 1) * DAY_MS).toISOString())
}
