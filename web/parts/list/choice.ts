/**
 * Returns a filter of `FilterBar` that offers some values.
 * @param say the words of a value.
 * @param width a class with the width on large screens.
 */
export const choice = <Name extends string, Value extends string>(
  name: Name,
  label: string,
  { values, say, width = 'w-40' }: { values: readonly Value[]; say: (value: Value) => string; width?: string },
) => ({ name, label, width, options: values.map((value) => [value, say(value)] as const) })
