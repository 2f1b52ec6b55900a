import { features } from '#web/messages/site/features.ts'
import { home } from '#web/messages/site/home.ts'
import { ProductPicture } from '#web/ui/site/product-picture.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EnvelopeFigure } from '../figures/envelope.tsx'
import { auditPicture, requestPicture, securityPicture } from '../pictures.ts'

type Part = (typeof features)['sections'][number]['id']

/** What a part looks like: a drawing of how keys nest, or the app itself. */
export function FeatureFigure({ of, text, caption }: { of: Part; text: string; caption: string }) {
  return (
    <figure>
      <Shown of={of} text={text} />
      <figcaption className="mt-3">
        <Text tone="hint" size="xs">
          {caption}
        </Text>
      </figcaption>
    </figure>
  )
}

function Shown({ of, text }: { of: Part; text: string }) {
  switch (of) {
    case 'post-quantum':
      return <EnvelopeFigure label={text} names={home.travel.frames} />
    case 'threat-detection':
      return <ProductPicture alt={text} wide={securityPicture} />
    case 'audit-trails':
      return <ProductPicture alt={text} wide={auditPicture} />
    case 'iot-edge':
      return <ProductPicture alt={text} wide={requestPicture} className="max-w-[19rem]" />
  }
}
