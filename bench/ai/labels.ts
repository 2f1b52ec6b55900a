/** Clusters found, compared with labels: the adjusted Rand index (Hubert and Arabie 1985) and V-measure (Rosenberg and Hirschberg 2007); 1 is the same, 0 of the first is chance. */
export function compareLabels(
  found: readonly (string | number)[],
  labels: readonly string[],
): { ari: number; v: number } {
  const count = labels.length
  const sizes = (of: readonly (string | number)[]): number[] =>
    [...Map.groupBy(of.keys(), (at) => of[at])].map(([, members]) => members.length)
  const [ofFound, ofLabels] = [sizes(found), sizes(labels)]
  const both = sizes(labels.map((label, at) => `${found[at]}\u0000${label}`))
  const pairs = (all: readonly number[]): number => all.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
  const expected = (pairs(ofFound) * pairs(ofLabels)) / ((count * (count - 1)) / 2)
  const ari = (pairs(both) - expected) / ((pairs(ofFound) + pairs(ofLabels)) / 2 - expected)
  const entropy = (all: readonly number[]): number =>
    -all.reduce((sum, size) => sum + (size / count) * Math.log(size / count), 0)
  const shared = entropy(ofFound) + entropy(ofLabels) - entropy(both)
  const [homogeneity, completeness] = [shared / entropy(ofLabels), shared / entropy(ofFound)]
  return { ari, v: (2 * homogeneity * completeness) / (homogeneity + completeness) }
}
