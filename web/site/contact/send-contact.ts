import { contact, type ContactType } from '#web/messages/site/contact.ts'
import { type SiteConfig, siteConfig } from '../site-config.ts'

export type ContactFields = {
  name: string
  email: string
  company: string
  phone: string
  interest: string
  message: string
  isAccredited: boolean
}

export const NOTHING_WRITTEN: ContactFields = {
  name: '',
  email: '',
  company: '',
  phone: '',
  interest: '',
  message: '',
  isAccredited: false,
}

/** What `send-support-email` takes. */
type SupportMail = {
  name: string
  email: string
  subject: string
  message: string
  priority: 'high' | 'medium'
}

/** Subject, message and priority: company, phone and message go into one text. */
function supportMail(type: ContactType, fields: ContactFields, isForInvestors: boolean): SupportMail {
  const { name, email, company, phone, interest, message } = fields
  const parts = [
    company.trim() && contact.companyLine(company.trim()),
    phone.trim() && contact.phoneLine(phone.trim()),
    isForInvestors && contact.accreditedLine,
    message.trim() && `\n${message.trim()}`,
  ].filter(Boolean)
  return {
    name: name.trim(),
    email: email.trim(),
    subject: interest || `${contact.types[type]} Request`,
    message: parts.join('\n').trim() || contact.noMessage,
    priority: type === 'sales' ? 'high' : 'medium',
  }
}

/** Sends it. @returns the sentence that says why it was not sent, or null. */
export async function sendContact(
  type: ContactType,
  fields: ContactFields,
  isForInvestors: boolean,
): Promise<string | null> {
  let config: SiteConfig | undefined
  try {
    config = await siteConfig()
    const response = await fetch('/functions/v1/send-support-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: config.publishable_key },
      body: JSON.stringify(supportMail(type, fields, isForInvestors)),
    })
    if (response.ok) return null
    const waitSeconds = Number(response.headers.get('retry-after'))
    if (response.status === 429 && waitSeconds > 0) return contact.tooMany(Math.ceil(waitSeconds / 60))
  } catch (error) {
    // Without an answer nothing is known; the sentence names another way.
    console.warn(error)
  }
  const address = config?.support_email
  return address ? contact.failedText(address) : contact.failedNoAddress
}
