import { SelectField } from '#web/ui/form/filter-field.tsx'
import { choicesOf, type NumberRule, ruleLabel, type RulesProps } from './rule-words.ts'

/** One of a few numbers, or what the server has for everybody. */
export function NumberChoice({ rule, rules, onChange }: RulesProps & { rule: NumberRule }) {
  const value = rules[rule]
  return (
    <SelectField
      isInForm
      label={ruleLabel(rule)}
      value={value === null ? '' : String(value)}
      onChange={(chosen) => onChange({ [rule]: chosen === '' ? null : Number(chosen) })}
      options={choicesOf(rule, value)}
    />
  )
}
