import type { AddOn, RequestKind, RequestState, Term } from '#contract/invoicing/contracts.ts'
import type { TenantState } from '#contract/organisation/tenant-plan-ids.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

const TERM: Record<Term, string> = { monthly: 'Monthly', quarterly: 'Quarterly', annual: 'Annual' }
const ADD_ON: Record<AddOn, string> = {
  analytics: 'Advanced Analytics',
  compliance: 'Compliance Manager',
  operations: '24/7 Security Operations',
}
const ADD_ON_HINT: Record<AddOn, string> = {
  analytics: 'Reports on use, storage and sharing, made for you from your audit log',
  compliance: 'Control mappings kept up to date and an evidence report before each audit',
  operations: 'Your installation watched around the clock; the contract says by whom',
}
const STATE: Record<RequestState, string> = {
  open: 'Waits for an answer',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}
const KIND: Record<RequestKind, string> = { plan: 'Plan', term: 'Term', add_ons: 'Add-ons' }
const TENANT_STATE: Record<TenantState, string> = { active: 'Active', suspended: 'Suspended', leaving: 'Being deleted' }

/** What is agreed with an organisation, who pays, and what it asks to have changed. */
export const contracts = pageWords('contracts', {
  title: 'Billing',
  lead: 'What is agreed for your organisation, how much of it is used, and your invoices.',
  loading: 'Loading billing',
  failed: 'Billing could not be loaded',
  retry: 'Retry',
  cancel: 'Cancel',
  tabs: { plan: 'Plan and usage', details: 'Billing details', invoices: 'Invoices' },
  term: (term: Term) => TERM[term],
  addOn: (addOn: AddOn) => ADD_ON[addOn],
  addOnHint: (addOn: AddOn) => ADD_ON_HINT[addOn],
  kind: (kind: RequestKind) => KIND[kind],
  none: 'None',
  agreed: {
    title: 'What is agreed',
    plan: 'Plan',
    seats: 'Seats',
    used: (used: number, seats: number | null) =>
      seats === null ? `${formatCount(used)}, without a limit` : `${formatCount(used)} of ${formatCount(seats)}`,
    invited: (count: number) => `${formatCount(count)} invited, who take a seat as well`,
    limitSet: 'The operator of this server set this limit',
    term: 'Term',
    noTerm: 'Nothing agreed yet',
    addOns: 'Add-ons',
    state: 'State',
    stateOf: (state: TenantState) => TENANT_STATE[state],
    price: 'Price',
    contactSales: 'Contact Sales',
    priceText: 'Prices are agreed with sales. Your invoices have them.',
  },
  usage: {
    title: 'Usage',
    stored: 'Stored',
    storedOf: (used: string, most: string) => `${used} of ${most}`,
    storedText: 'Sealed bytes, as the storage limits count them',
    files: 'Files',
    filesText: 'Records of your people and team spaces, the trash included',
    devices: 'Devices',
    devicesText: 'Devices that may add files',
    streams: 'Event streams',
    streamsText: 'Places that your audit events are sent to',
  },
  request: {
    title: 'Changes',
    text: 'Ask for another plan, term or add-ons. Nothing changes until sales accepts it.',
    open: (kind: RequestKind) =>
      ({ plan: 'Ask for another plan', term: 'Ask for another term', add_ons: 'Ask for other add-ons' })[kind],
    note: 'Note to sales',
    send: 'Send request',
    sending: 'Sending…',
    sent: 'The request was sent',
    failed: 'No request was sent',
    same: 'You have this already. Choose something else.',
    planHint: (seats: number | null) =>
      seats === null ? 'Any number of people' : `Up to ${formatCount(seats)} ${seats === 1 ? 'person' : 'people'}`,
    addOnsText: 'Add-ons are agreed in the contract. No page appears or disappears because of them.',
    history: 'Requests',
    nothing: 'Nothing was asked for yet',
    state: (state: RequestState) => STATE[state],
    change: (present: string, wanted: string) => `${present} → ${wanted}`,
    asked: (when: string) => `asked ${when}`,
    answered: (when: string) => `answered ${when}`,
    reason: (reason: string) => `Answer: ${reason}`,
    said: (note: string) => `Note: ${note}`,
    withdraw: 'Withdraw',
    withdrawLabel: (kind: RequestKind) => `Withdraw the request: ${KIND[kind]}`,
    withdrawn: 'The request was withdrawn',
    failedChange: 'Nothing was changed',
    listFailed: 'The requests could not be loaded',
    listLoading: 'Loading requests',
  },
  details: {
    title: 'Billing details',
    text: 'Invoices say this as it is on the day they are issued. Earlier invoices keep what they say.',
    legalName: 'Legal name',
    address: 'Address',
    addressHint: 'Street, postcode and town, each on a line of its own.',
    country: 'Country',
    choose: 'Choose a country',
    countryMissing: 'Choose a country.',
    taxNumber: 'VAT or tax number',
    taxNumberWrong: 'Numbers of this country are written differently.',
    reference: 'Purchase order reference',
    email: 'Email for invoices',
    save: 'Save details',
    saved: 'Billing details saved',
    failed: 'Nothing was saved',
  },
  operator: {
    title: 'Requests about contracts',
    text: 'Organisations ask for these. Accepting changes the contract at once, and who asked gets a mail.',
    from: (person: string) => `Asked by ${person}`,
    former: 'somebody who left',
    own: 'You asked for this yourself, so somebody else has to answer it.',
    accept: 'Accept',
    decline: 'Decline',
    acceptLabel: (organisation: string, kind: RequestKind) => `Accept the request of ${organisation}: ${KIND[kind]}`,
    declineLabel: (organisation: string, kind: RequestKind) => `Decline the request of ${organisation}: ${KIND[kind]}`,
    acceptTitle: (organisation: string) => `Accept the request of ${organisation}?`,
    declineTitle: (organisation: string) => `Decline the request of ${organisation}?`,
    reason: 'Answer',
    reasonHint: 'Who asked reads it.',
    reasonMissing: 'Say why.',
    accepted: 'The request was accepted',
    declined: 'The request was declined',
    failed: 'Nothing was changed',
  },
})
