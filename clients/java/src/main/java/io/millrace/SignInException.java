package io.millrace;

import java.io.IOException;

/** The service refused the credentials of the client. It is the cause of the ApiException of the call. */
public final class SignInException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Status of the answer, e.g. 401. */
  public final int status;

  SignInException(int status, String problem) {
    super("The sign-in was refused with " + status + ": " + problem);
    this.status = status;
  }
}
