import { z } from 'zod'
import type { OperatorFacts } from '#contract/delivery/operator.ts'

const line = z.string().trim().min(1).max(300).optional()

/** What the operator says about itself and promises: shown on the site, and never claimed without these. */
export const operatorSettings = {
  /** Pages of the operator elsewhere, comma separated: https addresses. */
  SOCIAL_LINKS: z.string().default(''),
  /** Linked from the documentation. */
  COMMUNITY_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Where the source of what runs here is published. */
  SOURCE_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Within how many hours messages of the contact form are answered. */
  REPLY_HOURS: z.coerce.number().int().min(1).max(720).optional(),
  /** Who runs this installation: the controller in the privacy notice, the other party in the terms. */
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  /** For questions about personal data; without it, `SUPPORT_EMAIL`. */
  PRIVACY_EMAIL: z.email().optional(),
  /** The supervisory authority that people may complain to. */
  PRIVACY_AUTHORITY: line,
  /** The day since which terms and privacy notice apply. */
  LEGAL_SINCE: z.iso.date().optional(),
  GOVERNING_LAW: line,
}

export type OperatorSettings = {
  /** Accounts of the operator elsewhere, shown at the end of each page of the site. */
  socialLinks: string[]
  /** Where people who use this installation meet; undefined: nowhere that we know of. */
  communityUrl: string | undefined
  sourceUrl: string | undefined
  replyHours: number | undefined
  facts: OperatorFacts
}

type Values = z.infer<z.ZodObject<typeof operatorSettings>>

/** @param supportEmail null while it is only that of the local mailbox. */
export function readOperator(s: Values, supportEmail: string | null): OperatorSettings {
  return {
    socialLinks: readLinks(s.SOCIAL_LINKS),
    communityUrl: s.COMMUNITY_URL,
    sourceUrl: s.SOURCE_URL,
    replyHours: s.REPLY_HOURS,
    facts: {
      name: s.OPERATOR_NAME ?? null,
      address: s.OPERATOR_ADDRESS ?? null,
      email: s.PRIVACY_EMAIL ?? supportEmail,
      authority: s.PRIVACY_AUTHORITY ?? null,
      since: s.LEGAL_SINCE ?? null,
      law: s.GOVERNING_LAW ?? null,
    },
  }
}

function readLinks(list: string): string[] {
  const links = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const wrong = links.find((entry) => !(URL.canParse(entry) && new URL(entry).protocol === 'https:'))
  if (wrong) throw new Error(`Bad configuration: SOCIAL_LINKS holds ${wrong}, which is not an https address`)
  return links
}
