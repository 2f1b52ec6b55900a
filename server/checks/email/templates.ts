import type { MailContent } from '../../mail/templates.ts'
import { type Check, noneOf } from '../check.ts'
import { mailSamples, ORGANISATION, PERSON } from './mail-samples.ts'

const URL_HERE = '/login?token=sample'
const UNFILLED = /undefined|\[object |NaN|Invalid Date|\$\{|\{\{/

/** MAIL-02: every mail that the product sends. They are in English, whatever language somebody reads pages in. */
export const everyTemplateRenders: Check = async ({ site }) => {
  const names = Object.keys(mailSamples)
  const wrong: string[] = []
  const languages = new Set<string>()
  let mails = 0
  for (const name of names) {
    const made = [mailSamples[name]?.({ url: site.origin + URL_HERE, origin: site.origin }) ?? null].flat()
    mails += made.length
    const problems = made.flatMap((mail) => problemOf(mail, site.origin) ?? [])
    wrong.push(...[...new Set(problems)].map((problem) => `${name} ${problem}`))
    for (const mail of made) languages.add(/<html lang="(\w+)"/.exec(mail?.html ?? '')?.[1] ?? 'none')
  }
  return noneOf(wrong, 'A mail does not read as it should', {
    templates: names.length,
    mails,
    languages: [...languages],
  })
}

function problemOf(mail: MailContent | null, origin: string): string | undefined {
  if (!mail) return 'is missing'
  const { subject, text, html, unsubscribeUrl = origin } = mail
  if (subject.trim() === '' || /[\r\n]/.test(subject)) return 'has no subject of one line'
  if (text.trim() === '') return 'has no text part'
  if (UNFILLED.test(subject + text + html)) return 'has a place that is not filled'
  if (html.includes(PERSON) || html.includes(ORGANISATION)) return 'takes what somebody typed for markup'
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const written = [...text.matchAll(/\bhttps?:\/\/[^\s)]+/g)].map(([link]) => link)
  const isOwn = (link: string): boolean => link === origin || link.startsWith(`${origin}/`)
  if (![...links, ...written, unsubscribeUrl].every(isOwn)) return 'leads to another site'
  return links.some((link) => !text.includes(link)) ? 'has a link that its text part lacks' : undefined
}
