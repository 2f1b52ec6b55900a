const inHours = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`)

/** The contact dialog. */
export const contact = {
  titles: { demo: 'Schedule Demo', sales: 'Contact Sales', general: 'Contact Us' },
  leads: {
    demo: 'Tell us what you want to see, and which questions you have.',
    sales: 'Tell us how many people you are and which rules you work under.',
    general: 'Write to the people who run this service.',
  },
  /** Fits `<Type> Request`, the subject without a chosen interest. */
  types: { demo: 'Demo', sales: 'Sales', general: 'General' },
  name: 'Full Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  interest: 'Interest',
  noInterest: 'Choose one, or none',
  message: 'Message',
  /** What stands in the mail for fields that have no column of their own. */
  companyLine: (company: string) => `Company: ${company}`,
  phoneLine: (phone: string) => `Phone: ${phone}`,
  noMessage: 'No message was written.',
  interests: {
    demo: [
      'Post-Quantum Cryptography',
      'AI Threat Detection',
      'Blockchain Audit Trails',
      'IoT Security',
      'Compliance Solutions',
    ],
    sales: [
      'Enterprise Licensing',
      'Volume Pricing',
      'Custom Implementation',
      'Integration Support',
      'Training & Support',
    ],
    general: [
      'General Inquiry',
      'Technical Support',
      'Partnership Opportunities',
      'Media & Press',
      'Investor Relations',
    ],
  },
  accredited: 'I am an accredited investor, or act for one',
  accreditedHint: 'Securities are offered to accredited investors only (in the United States: 17 CFR 230.501).',
  accreditedLine: 'The sender states that they are an accredited investor, or act for one.',
  send: 'Send message',
  sending: 'Sending...',
  cancel: 'Cancel',
  /** @param hours by the setting REPLY_HOURS; null promises nothing. */
  promise: (hours: number | null) =>
    hours === null ? 'You get an answer by email.' : `We answer within ${inHours(hours)}.`,
  sent: 'Message Sent Successfully',
  sentText: (hours: number | null) =>
    `Thank you for your interest. We'll get back to you${hours === null ? ' by email' : ` within ${inHours(hours)}`}.`,
  failed: 'Error',
  failedText: (email: string) => `Failed to send message. Please email us directly at ${email}`,
  /** The service has no address for support, so there is none to name. */
  failedNoAddress: 'Failed to send message. This server has no address for messages yet; ask its operator.',
  tooMany: (minutes: number) =>
    `Too many messages came from this address. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  kept: 'Nothing was sent, and what you wrote is still here.',
} as const

export type ContactType = keyof typeof contact.types
