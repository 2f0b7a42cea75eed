export type HitPolicy = 'UNIQUE' | 'ANY' | 'PRIORITY' | 'FIRST' | 'RULE ORDER' | 'OUTPUT ORDER' | 'COLLECT';
export type Aggregation = 'SUM' | 'MIN' | 'MAX' | 'COUNT';
