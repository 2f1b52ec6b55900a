import { admin } from '#web/messages/admin.ts'
import { contacts } from '#web/messages/growth/contacts.ts'
import { newsletters } from '#web/messages/growth/newsletters.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { AudiencesPart } from './audiences/audiences-part.tsx'
import { ContactsPart } from './contacts/contacts-part.tsx'
import { FormsPart } from './forms/forms-part.tsx'

/** Whom the organisation knows outside, for who manages its growth. */
export function MarketingPage() {
  return (
    <PageFrame
      title={admin.pages.marketing}
      lead={admin.marketingLead}
      tabs={{
        views: [
          { id: 'contacts', label: contacts.title, panel: <ContactsPart /> },
          { id: 'audiences', label: newsletters.audiences.title, panel: <AudiencesPart /> },
          { id: 'forms', label: newsletters.forms.title, panel: <FormsPart /> },
        ],
      }}
    />
  )
}
