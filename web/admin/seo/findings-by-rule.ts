import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { FINDING_LEVELS, FINDING_RULE_NAMES, FINDING_RULES, type FindingRule } from '#contract/seo/findings.ts'
import type { SiteCrawl, SiteFinding } from '#web/lib/remote/vault-client.ts'
import { seo as text } from '#web/messages/seo/seo.ts'

export type RuleFindings = { rule: FindingRule; findings: SiteFinding[]; added: number }

/** Findings of each rule that was broken, what matters most first. */
export function findingsByRule(findings: readonly SiteFinding[]): RuleFindings[] {
  return FINDING_RULE_NAMES.map((rule) => {
    const found = findings.filter((finding) => finding.rule === rule)
    return { rule, findings: found, added: found.filter(({ is_new: isNew }) => isNew).length }
  })
    .filter(({ findings: found }) => found.length > 0)
    .toSorted((one, other) => rankOf(one.rule) - rankOf(other.rule))
}

/** Errors, warnings and hints of a crawl. */
export function countsByLevel({
  counts,
}: Pick<SiteCrawl, 'counts'>): [errors: number, warnings: number, hints: number] {
  const count = (level: (typeof FINDING_LEVELS)[number]) =>
    FINDING_RULE_NAMES.filter((rule) => FINDING_RULES[rule] === level).reduce(
      (sum, rule) => sum + (counts[rule] ?? 0),
      0,
    )
  return [count('error'), count('warning'), count('hint')]
}

export function findingsCsv(findings: readonly SiteFinding[]): string {
  const { level, finding, page, detail, isNew } = text.exportColumns
  const rows = findingsByRule(findings).flatMap(({ rule, findings: found }) =>
    found.map((one) => [
      text.level(FINDING_RULES[rule]),
      text.ruleTitle(rule),
      one.path,
      one.detail,
      one.is_new ? text.isNew : '',
    ]),
  )
  return csvHead([level, finding, page, detail, isNew]) + rows.map((row) => csvLine(row)).join('')
}

const rankOf = (rule: FindingRule): number => FINDING_LEVELS.indexOf(FINDING_RULES[rule])
