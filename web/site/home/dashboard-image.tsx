import { home } from '#web/messages/site/home.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { ProductPicture } from '#web/ui/site/product-picture.tsx'
import { StatOverlay } from '#web/ui/site/stat-overlay.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { filesOnPhone, filesPicture } from '../pictures.ts'

const { imageTitle, imageNote, imageText, stats } = home.features

/** The app as it is, and three figures over its lower edge. */
export function DashboardImage() {
  return (
    <div className="mt-14">
      <Heading as="h3" look="siteCell">
        {imageTitle}
      </Heading>
      <Text tone="hint" className="mt-1">
        {imageNote}
      </Text>
      <div className="mt-5">
        <ProductPicture alt={imageText} wide={filesPicture} narrow={filesOnPhone} />
      </div>
      <HairlineGrid className="relative mx-3 -mt-6 sm:mx-8 md:-mt-14 md:grid-cols-3">
        {stats.map(([figure, name, tag, note], index) => (
          <StatOverlay
            key={name}
            figure={figure}
            name={name}
            tag={<Badge tone={index === stats.length - 1 ? 'brand' : 'warn'}>{tag}</Badge>}
            note={note}
          />
        ))}
      </HairlineGrid>
    </div>
  )
}
