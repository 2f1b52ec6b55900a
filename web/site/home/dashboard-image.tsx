import { home } from '#web/messages/site/home.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SampleTable, SampleWindow, StatOverlay } from '#web/ui/site/sample-window.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

const { imageTitle, imageNote, image, stats } = home.features

/** The security dashboard: not a picture but the look of the app, with sample data, and three figures at its edge. */
export function DashboardImage() {
  return (
    <div className="mt-14">
      <Heading as="h3" look="siteCell">
        {imageTitle}
      </Heading>
      <Text tone="hint" className="mt-1">
        {imageNote}
      </Text>
      <div className="mt-5 grid gap-4 lg:grid-cols-[1fr_17rem] lg:items-center">
        <SampleWindow address={image.address}>
          <Heading as="h3" look="page" className="mb-4">
            {image.heading}
          </Heading>
          <SampleTable
            label={imageTitle}
            columns={image.columns}
            rows={image.rows.map(([name, size, used, status]) => [
              name,
              size,
              used,
              <Badge key={status} tone="brand">
                {status}
              </Badge>,
            ])}
          />
        </SampleWindow>
        <div className="grid gap-3 sm:grid-cols-3 lg:-ml-12 lg:grid-cols-1">
          {stats.map(([figure, name, tag, note], index) => (
            <StatOverlay
              key={name}
              figure={figure}
              name={name}
              tag={<Badge tone={index === stats.length - 1 ? 'brand' : 'warn'}>{tag}</Badge>}
              note={note}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
