import { EXPORTERS } from '#contract/organisation/policies.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { exportersOffered, ruleLabel, type RulesProps } from './rule-words.ts'

const text = policies.rules

/** Says who takes lists and records of the organisation out of the panel as files. */
export function ExportRules({ rules, onChange }: RulesProps) {
  return (
    <section aria-label={text.exports} className="flex flex-col gap-2.5 border-t border-line pt-4">
      <Heading as="h3" look="small">
        {text.exports}
      </Heading>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          isInForm
          label={ruleLabel('exportsBy')}
          value={rules.exportsBy}
          onChange={(chosen) => onChange({ exportsBy: EXPORTERS.find((one) => one === chosen) ?? rules.exportsBy })}
          options={exportersOffered()}
        />
      </div>
      <Text tone="hint" size="xs" className="max-w-prose">
        {text.exportsHint}
      </Text>
    </section>
  )
}
