package io.millrace;

import java.util.Map;

/** Ends a job with a BPMN error, which a boundary event of the diagram can catch. */
public final class BpmnError extends Exception {
  private static final long serialVersionUID = 1L;
  final String errorCode;
  final transient Map<String, Object> variables;

  public BpmnError(String errorCode, String message) {
    this(errorCode, message, null);
  }

  /** {@code variables} are set in the scope that catches the error; may be null. */
  public BpmnError(String errorCode, String message, Map<String, Object> variables) {
    super(message);
    this.errorCode = errorCode;
    this.variables = variables;
  }
}
