import { randomUUID } from 'node:crypto'
import { importContacts } from '#web/lib/keyless/growth/contacts.ts'
import { listAudiences, saveAudience, saveNewsletter, scheduleNewsletter } from '#web/lib/keyless/growth/newsletters.ts'
import { startKeywordProject } from '#web/lib/keyless/keywords/keyword-projects.ts'
import { addDeal } from '#web/lib/keyless/sales/deals.ts'
import { readPipeline } from '#web/lib/keyless/sales/pipeline.ts'
import { makeCalendar } from '#web/lib/keyless/studio/calendars.ts'
import { addDraft } from '#web/lib/keyless/studio/drafts.ts'
import { subjectOf } from './files.ts'
import type { DemoPerson } from './people.ts'

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
  const seeds = [
    'lens coating',
    'optical calibration',
    'spectrometer rental',
    'lens cleaning',
    'calibration certificate',
  ]
  await startKeywordProject(api, { id: randomUUID(), name: 'Spring catalogue', seeds })
  for (const type of ['blog', 'landing'] as const) {
    const subject = type === 'blog' ? 'How a lens coating is measured' : 'Calibration within a week'
    const outline = 'Why it matters\nWhat is measured\nWhat customers get'
    const fields = {
      title: subject,
      outline,
      target_keyword: 'lens coating',
      audience: 'Engineers',
      content_type: type,
    }
    await addDraft(api, fields)
  }
  const { signal } = new AbortController()
  const calendar = { topics: ['lens coating', 'calibration'], month: dateIn(0).slice(0, 7), brand_voice: 'calm' }
  await makeCalendar(api, { ...calendar, platforms: ['LinkedIn'] }, { signal, onNews: () => undefined })
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
