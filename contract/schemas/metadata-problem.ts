import * as v from 'valibot'

/** Why the metadata of a token cannot be read. `status` is that of a server's answer. */
export const MetadataProblem = v.object({
  code: v.picklist([
    // The address can never be read.
    'not_text',
    'no_cid',
    'no_path',
    'damaged_data',
    'no_address',
    'not_public',
    'no_domain',
    // The file cannot be fetched now.
    'absent',
    'unreachable',
    'redirected',
    'status',
    'broken_off',
    'fault',
    // The file is there.
    'folder',
    'not_metadata',
    'too_large',
  ]),
  status: v.nullable(v.number()),
})
export type MetadataProblem = v.InferOutput<typeof MetadataProblem>
