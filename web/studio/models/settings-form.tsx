import { useState } from 'react'
import type { ModelOverview } from '#web/lib/remote/vault-client.ts'
import { models as words } from '#web/messages/studio/models.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { said } from '../said.ts'
import { AFTER_MODELS } from '../models.queries.ts'
import { limitOf, pricesOf, shownLimit, shownPrices } from './settings-fields.ts'
import { useStudioAction } from '../use-studio-action.ts'

const SEPARATOR = ' / '
const text = words.fields

const UNITS = {
  org_tokens: 1,
  person_tokens: 1,
  org_micros: 1_000_000,
  person_micros: 1_000_000,
  copilot_tokens: 1,
} as const
type Budget = keyof typeof UNITS
const budgetFields = (): readonly (readonly [Exclude<Budget, 'copilot_tokens'>, string])[] => [
  ['org_tokens', text.orgTokens],
  ['person_tokens', text.personTokens],
  ['org_micros', text.orgMoney],
  ['person_micros', text.personMoney],
]

/** Which model writes, its budgets, what is replaced before a text leaves, and what the log keeps. */
export function SettingsForm({ list }: { list: ModelOverview }) {
  const { connections, settings } = list
  const now = settings.connection_id === null ? '' : settings.connection_id + SEPARATOR + settings.model
  const [chosen, setChosen] = useState(now)
  const [redacts, setRedacts] = useState(settings.redacts_private)
  const [keeps, setKeeps] = useState(settings.keeps_bodies)
  const [isForAll, setForAll] = useState(settings.copilot_for_all)
  const save = useSaving(list)
  const options = connections.flatMap(({ id, name, models: offered }) =>
    offered.map((model) => [id + SEPARATOR + model, `${model} (${name})`] as const),
  )
  return (
    <CardSection aria-label={words.settings} className="p-4">
      <Heading look="small">{words.settings}</Heading>
      <Form className="mt-3" onSubmit={(values) => save.mutate({ values, chosen, redacts, keeps, isForAll })}>
        {save.error && (
          <Notice tone="error">{save.error instanceof PricesError ? save.error.message : said(save.error)}</Notice>
        )}
        <SelectField
          label={text.model}
          isInForm
          value={chosen}
          onChange={setChosen}
          options={[['', text.noModel], ...options]}
        />
        <Budgets settings={settings} />
        <Checkbox label={text.redacts} hint={text.redactsHint} checked={redacts} onCheckedChange={setRedacts} />
        <Checkbox label={text.keeps} checked={keeps} onCheckedChange={setKeeps} />
        <Checkbox label={text.forAll} hint={text.forAllHint} checked={isForAll} onCheckedChange={setForAll} />
        {isForAll && <BudgetField name="copilot_tokens" label={text.copilotTokens} settings={settings} />}
        <Texts list={list} />
        <Button type="submit" isBusy={save.isPending} className="self-start">
          {words.save}
        </Button>
      </Form>
    </CardSection>
  )
}

const Budgets = ({ settings }: { settings: ModelOverview['settings'] }) => (
  <div className="grid gap-3 sm:grid-cols-2">
    {budgetFields().map(([name, label]) => (
      <BudgetField key={name} {...{ name, label, settings }} />
    ))}
  </div>
)

type BudgetProps = { name: Budget; label: string; settings: ModelOverview['settings'] }

const BudgetField = ({ name, label, settings }: BudgetProps) => (
  <TextField
    name={name}
    label={label}
    hint={text.noLimit}
    required={false}
    inputMode="decimal"
    autoComplete="off"
    defaultValue={shownLimit(settings[name], UNITS[name])}
    validate={(value) => (limitOf(value, UNITS[name]) === undefined ? words.badNumber : null)}
  />
)

const Texts = ({ list: { settings, prices } }: { list: ModelOverview }) => (
  <>
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        name="bodyDays"
        type="number"
        min={1}
        max={90}
        label={text.bodyDays}
        defaultValue={settings.body_days}
      />
      <TextField
        name="logDays"
        type="number"
        min={30}
        max={800}
        label={text.logDays}
        defaultValue={settings.log_days}
      />
    </div>
    <TextArea
      name="claims"
      label={text.claims}
      hint={text.claimsHint}
      required={false}
      rows={3}
      defaultValue={settings.banned_claims.join('\n')}
    />
    <TextArea
      name="prices"
      label={text.prices}
      hint={text.pricesHint}
      required={false}
      rows={3}
      isMono
      defaultValue={shownPrices(prices)}
    />
  </>
)

/** Says which line of the prices is none. */
class PricesError extends Error {}

type Given = { values: Record<string, string>; chosen: string; redacts: boolean; keeps: boolean; isForAll: boolean }

function useSaving({ settings, prices }: ModelOverview) {
  const { models } = useVault()
  return useStudioAction(
    async ({ values, chosen, redacts, keeps, isForAll }: Given) => {
      const typed = pricesOf(values['prices'] ?? '')
      if ('wrongLine' in typed) throw new PricesError(words.badPrices(typed.wrongLine))
      const at = chosen.indexOf(SEPARATOR)
      const budgets = Object.fromEntries(
        budgetFields().map(([name]) => [name, limitOf(values[name] ?? '', UNITS[name]) ?? null]),
      )
      await models.saveSettings({
        ...settings,
        ...budgets,
        connection_id: at < 0 ? null : chosen.slice(0, at),
        model: at < 0 ? null : chosen.slice(at + SEPARATOR.length),
        redacts_private: redacts,
        keeps_bodies: keeps,
        copilot_for_all: isForAll,
        copilot_tokens: isForAll ? (limitOf(values['copilot_tokens'] ?? '', 1) ?? null) : settings.copilot_tokens,
        body_days: Number(values['bodyDays']),
        log_days: Number(values['logDays']),
        banned_claims: linesOf(values['claims'] ?? ''),
      })
      if (JSON.stringify(typed) !== JSON.stringify(prices)) await models.savePrices(typed)
    },
    {
      done: words.settingsSaved,
      failed: words.failedAct,
      keys: AFTER_MODELS,
      isQuiet: true,
    },
  )
}

const linesOf = (typed: string): string[] => {
  const lines = typed.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}
