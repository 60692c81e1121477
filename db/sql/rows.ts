import * as v from 'valibot'
import { cleanName } from '#contract/rules/names.ts'

/** The name of a collection in a raw query, cleaned like `collections.name`. */
export const CleanName = v.pipe(v.string(), v.transform(cleanName))

/** Parses the rows of a raw query with the schema `row`. Both drivers of Neon return `{ rows }`. */
export const parseRows = <Row extends v.GenericSchema>(row: Row, result: unknown): v.InferOutput<Row>[] =>
  v.parse(v.object({ rows: v.array(row) }), result).rows
