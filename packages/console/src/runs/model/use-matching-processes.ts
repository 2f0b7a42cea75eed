import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import type { ListSearch } from './search.js';

/** How many processes the list of runs looks at: their ids stand in the address of the request. */
const MOST = 100;

/** The fields of processes that runs can be filtered by, with what a typed value means. */
export function useFilterFields(subProjectId: string) {
  const { data, error, refetch } = useQuery({ ...read('getSubProjectSchema', { subProjectId }), staleTime: 60_000 });
  const fields = (data?.fields ?? []).flatMap(({ name, schema }) => {
    const { type, title, format } = schema as JsonSchema & { readonly format?: string; readonly title?: string };
    const isText = type === 'string' && format === undefined;
    if (!isText && type !== 'number' && type !== 'integer' && type !== 'boolean') return [];
    return [
      {
        name,
        label: title ?? name,
        type: isText ? ('text' as const) : type === 'boolean' ? type : ('number' as const),
      },
    ];
  });
  return { fields, isRead: data !== undefined, error, refetch };
}

export type FilterField = ReturnType<typeof useFilterFields>['fields'][number];

/** The condition of a typed value; undefined: it is none of its type. */
export function conditionOf({ name, type }: FilterField, value: string): Readonly<Record<string, unknown>> | undefined {
  if (type === 'text') return { [`fields.${name}`]: { icontains: value } };
  if (type === 'boolean')
    return ['true', 'false'].includes(value) ? { [`fields.${name}`]: value === 'true' } : undefined;
  const number = Number(value.trim().replace(',', '.'));
  return value.trim() === '' || !Number.isFinite(number) ? undefined : { [`fields.${name}`]: number };
}

/** The processes whose field is as the address says; undefined: it says nothing of one. */
export function useMatchingProcesses(subProjectId: string, { field, value }: ListSearch) {
  const schema = useFilterFields(subProjectId);
  const known = schema.fields.find(({ name }) => name === field);
  const condition = known === undefined || value === undefined ? undefined : conditionOf(known, value);
  const filters = JSON.stringify({ subProjectId_id: subProjectId, ...condition });
  const { data, error, refetch } = useQuery({
    ...read('getProcess', { page: '1', perPageCount: String(MOST), filters }),
    enabled: condition !== undefined,
  });
  if (field === undefined || value === undefined) return undefined;
  // A field that is not there, or a value that is none of its type, is of no process.
  if (condition === undefined) {
    return { ids: schema.isRead ? [] : undefined, isCut: false, error: schema.error, refetch: schema.refetch };
  }
  const ids = data?.processes.map(({ id }) => id);
  return { ids, isCut: Number(data?.meta.totalCount ?? 0) > MOST, error, refetch };
}
