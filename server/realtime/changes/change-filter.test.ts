import * as fc from 'fast-check'
import { RealtimePostgresFilterBuilder } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { FilterError, filterSql, parseFilter } from './change-filter.ts'

const build = (): RealtimePostgresFilterBuilder => new RealtimePostgresFilterBuilder()

describe('the filter of a subscription', () => {
  test('is read as the client writes it, whatever the values', () => {
    const value = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(value, fc.uniqueArray(value, { minLength: 1, maxLength: 20 }), (one, several) => {
        const text = build().eq('a', one).in('b', several).not('c', 'like', one).is('d', null).build()
        expect(parseFilter(text)).toEqual([
          { column: 'a', isNegated: false, operator: 'eq', value: one },
          { column: 'b', isNegated: false, operator: 'in', values: several },
          { column: 'c', isNegated: true, operator: 'like', value: one },
          { column: 'd', isNegated: false, operator: 'is', value: 'null' },
        ])
      }),
    )
  })

  test.each(['a', 'a=1', 'a=eq', 'a=is.anything', 'a=in.1,2', 'a=has.1', 'a=eq.1,', '=eq.1'])(
    '%s is refused',
    (text) => {
      expect(() => parseFilter(text)).toThrow(FilterError)
    },
  )

  test('puts no value and no name into the SQL as it is', () => {
    const values: unknown[] = []
    const sql = filterSql(parseFilter(`a" or true --=eq.'; drop table x; --`), {
      alias: 'r',
      typeOf: () => 'text',
      bind: (value) => `$${values.push(value)}`,
    })
    expect(sql).toBe(`coalesce(r."a"" or true --" = $1::text, false)`)
    expect(values).toEqual([`'; drop table x; --`])
  })

  test('on a column that is not there never passes', () => {
    const sql = filterSql(parseFilter('a=neq.1'), { alias: 'r', typeOf: () => undefined, bind: () => '$1' })
    expect(sql).toBe('false')
  })
})
