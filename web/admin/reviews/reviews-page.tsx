import { useSearchParams } from 'react-router'
import { offboarding } from '#web/messages/reviews/offboarding.ts'
import { reviews as text } from '#web/messages/reviews/reviews.ts'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { OffboardingPart } from './offboarding/offboarding-part.tsx'
import { OpenReview } from './open-review.tsx'
import { ReviewList } from './review-list.tsx'

/** Reviews of who keeps which access, and people who leave. What is open is in the address. */
export function ReviewsPage() {
  return (
    <PageFrame isEnglish title={text.title} lead={text.lead}>
      <Parts />
    </PageFrame>
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
