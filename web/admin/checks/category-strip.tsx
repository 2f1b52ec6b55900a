import type { CheckCategory } from '#contract/checks/checks.ts'
import { checks } from '#web/messages/checks/checks.ts'
import { PartsBar } from '#web/ui/feedback/parts-bar.tsx'
import { ChoiceCell } from '#web/ui/layout/choice-cell.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { CategoryCount } from './results.ts'

const text = checks.categories

type Props = {
  counts: readonly CategoryCount[]
  chosen: CheckCategory | null
  onChoose: (category: CheckCategory | null) => void
}

/** Each category with how much of it passed; pressing one narrows the results to it, pressing it again does not. */
export function CategoryStrip({ counts, chosen, onChoose }: Props) {
  return (
    <section aria-label={text.title}>
      <HairlineGrid className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-9">
        {counts.map(({ category, passed, failed, skipped, all }) => (
          <ChoiceCell
            key={category}
            isChosen={category === chosen}
            onChoose={() => onChoose(category === chosen ? null : category)}
          >
            <Text tone="soft" size="xs">
              {text.name(category)}
            </Text>
            {all === 0 ? (
              <Text tone="soft">{text.notRun}</Text>
            ) : (
              <Text className="font-semibold tabular-nums">{text.count(passed, all)}</Text>
            )}
            <PartsBar
              label={checks.summary.bar(passed, failed, skipped)}
              all={all}
              parts={[
                { tone: 'good', count: passed },
                { tone: 'bad', count: failed },
                { tone: 'none', count: skipped },
              ]}
            />
          </ChoiceCell>
        ))}
      </HairlineGrid>
    </section>
  )
}
