/** What is wrong with the standard variables of OpenTelemetry as far as this server reads them itself; empty when nothing is. */
export function checkOtlp(environment: NodeJS.ProcessEnv): readonly string[] {
  if (!wantsTraces(environment)) return [];
  const name = environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = environment[name];
  const problems = [
    ...(protocol && protocol !== 'http/protobuf'
      ? [`${name}: must be http/protobuf, the only protocol of this server`]
      : []),
    ...(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const).flatMap((variable) => {
      const url = environment[variable];
      return url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
        ? [`${variable}: must be an http or https address, e.g. http://collector:4318`]
        : [];
    }),
  ];
  return problems;
}

/** Whether traces are to be sent: an endpoint is set, and nothing turns them off. */
export const wantsTraces = (environment: NodeJS.ProcessEnv): boolean =>
  Boolean(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || environment.OTEL_EXPORTER_OTLP_ENDPOINT) &&
  environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  environment.OTEL_TRACES_EXPORTER !== 'none';
