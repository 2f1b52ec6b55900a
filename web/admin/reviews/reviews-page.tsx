import { useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { offboarding } from '#web/messages/reviews/offboarding.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { OffboardingPart } from './offboarding/offboarding-part.tsx'
import { OpenReview } from './open-review.tsx'
import { ReviewList } from './review-list.tsx'

/** Who keeps which access, and people who leave. What is open is in the address. */
export function ReviewsPage() {
  return (
    <EnglishArea>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead} />
      <RoleGuard permission="manage_users">
        <Parts />
      </RoleGuard>
    </EnglishArea>
  )
}

function Parts() {
  const [address, setAddress] = useSearchParams()
  const review = address.get('review')
  const open = (id: string | null) => setAddress(id === null ? {} : { review: id })
  if (review !== null) return <OpenReview key={review} id={review} onBack={() => open(null)} />
  return (
    <Tabs
      label={text.title}
      value={address.get('tab') === 'offboarding' ? 'offboarding' : 'reviews'}
      onChange={(id) => setAddress(id === 'reviews' ? {} : { tab: id })}
      tabs={[
        { id: 'reviews', label: text.list, panel: <ReviewList onOpen={open} /> },
        { id: 'offboarding', label: offboarding.title, panel: <OffboardingPart /> },
      ]}
    />
  )
}
