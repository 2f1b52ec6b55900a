import { type Guarded, route } from './ask.ts'

const BILLING = { permission: 'manage_billing' } as const
const TENANTS = { permission: 'manage_tenants', isOfOperator: true } as const

const seen = () => ({ version: 1 })
const side = () => ({ legal_name: 'A', address: 'A', country: 'DE', tax_number: '', version: 999 })
const invoice = () => ({
  language: 'en',
  currency: 'EUR',
  lines: [{ text: 'A', quantityMilli: 1000, unitMinor: 100, taxBasisPoints: 0 }],
  is_reverse_charge: false,
  note: '',
  period_from: '2030-01-01',
  period_to: '2030-01-31',
  due_on: '2030-02-01',
})

/** Billing of organisations. */
export const ROUTES_OF_BILLING: readonly Guarded[] = [
  route('GET /invoicing/v1/account', BILLING),
  route('PUT /invoicing/v1/buyer', BILLING, () => ({ ...side(), purchase_reference: '', email: 'a@example.org' })),
  route('GET /invoicing/v1/requests', BILLING),
  route('POST /invoicing/v1/requests', BILLING, () => ({ kind: 'term', wanted: ['annual'], note: '' })),
  route('POST /invoicing/v1/requests/:id/withdrawal', BILLING),
  route('GET /invoicing/v1/invoices', BILLING),
  route('GET /invoicing/v1/invoices/export', BILLING),
  route('GET /invoicing/v1/invoices/:id', BILLING),
  route('GET /invoicing/v1/invoices/:id/pdf', BILLING),
  route('POST /invoicing/v1/invoices/:id/checkout', BILLING),

  route('GET /invoicing/v1/requests/open', TENANTS),
  route('POST /invoicing/v1/requests/:id/answers', TENANTS, () => ({ answer: 'accepted', reason: '' })),
  route('GET /invoicing/v1/tenants/:id', TENANTS),
  route('POST /invoicing/v1/tenants/:id/invoices', TENANTS, invoice),
  route('PUT /invoicing/v1/invoices/:id', TENANTS, () => ({ ...invoice(), version: 1 })),
  route('DELETE /invoicing/v1/invoices/:id', TENANTS),
  route('POST /invoicing/v1/invoices/:id/issue', TENANTS, seen),
  route('POST /invoicing/v1/invoices/:id/cancellation', TENANTS, () => ({ version: 1, reason: 'A' })),
  route('POST /invoicing/v1/invoices/:id/payments', TENANTS, () => ({
    version: 1,
    paid_on: '2026-01-01',
    paid_by: 'transfer',
  })),
  route('GET /invoicing/v1/seller', TENANTS),
  route('PUT /invoicing/v1/seller', TENANTS, () => ({ ...side(), bank: '' })),
]
