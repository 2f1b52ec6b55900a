import { useId, useState } from 'react'
import { charactersOf, cutAt, type Platform, PLATFORMS } from '#contract/studio/platforms.ts'
import type { CalendarList } from '#web/lib/remote/vault-client.ts'
import { social } from '#web/messages/studio/social.ts'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

const words = social.preview

type Props = {
  /** With its hashtags. */
  text: string
  /** Shown first. */
  platform: Platform
  limits: CalendarList['limits']
}

/** A post as each platform shows it, with what it cuts off. */
export function PostPreview({ text, platform, limits }: Props) {
  const [chosen, setChosen] = useState<Platform>(platform)
  const title = useId()
  const limit = limits[chosen]
  const count = charactersOf(chosen, text)
  const { kept, rest } = cutAt(chosen, text, limit)
  const label = (one: Platform) => words.option(social.platforms[one], cutOf(one, text, limits[one]))
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <Heading look="small" id={title}>
        {words.title}
      </Heading>
      <SelectField
        label={words.platform}
        value={chosen}
        onChange={(value) => setChosen(PLATFORMS.find((one) => one === value) ?? platform)}
        options={PLATFORMS.map((one) => [one, label(one)] as const)}
      />
      <Text size="xs" tone="hint">
        {rest === '' ? words.whole(count, limit) : words.cut(count, limit, cutOf(chosen, text, limit))}
      </Text>
      {text.trim() === '' ? (
        <Text size="sm">{words.empty}</Text>
      ) : (
        <p className="text-sm whitespace-pre-wrap wrap-anywhere">
          {kept}
          {rest !== '' && (
            <del className="bg-danger-tint text-danger">
              <span className="sr-only">{words.rest} </span>
              {rest}
            </del>
          )}
        </p>
      )}
    </section>
  )
}

/** Letters that a platform cuts off, as it counts them. */
const cutOf = (platform: Platform, text: string, limit: number): number =>
  charactersOf(platform, cutAt(platform, text, limit).rest)
