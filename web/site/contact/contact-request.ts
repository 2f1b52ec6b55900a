import type { ContactType } from '#web/messages/site/contact.ts'

/** What the contact dialog is opened with. */
export type ContactRequest = {
  type: ContactType
  /** Stands in the message field at first. */
  message?: string
  /** Chosen at first, instead of none. It need not be one of the options. */
  interest?: string
  /** Investors confirm that they are accredited before they send. */
  isForInvestors?: boolean
}
