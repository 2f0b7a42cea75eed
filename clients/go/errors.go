package millrace

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is an error answer of the service.
type Error struct {
	Operation string
	Status    int
	// ID is the number of the error, e.g. 1221; 0 if a proxy answered.
	ID int
	// Code is the name of the error, e.g. ERROR_PROCESS_ID_NOT_FOUND.
	Code   string
	Detail string
	// Errors are the members of the request that are not valid.
	Errors []Blame
	// TraceID names the request: quote it to support.
	TraceID string
	// RetryAfter is how long the service asks to wait.
	RetryAfter time.Duration
}

// Blame is a member of the request that is not valid.
type Blame struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

func (e *Error) Error() string {
	which := fmt.Sprintf("HTTP %d", e.Status)
	if e.ID != 0 {
		which = fmt.Sprintf("%d %s", e.ID, e.Code)
	}
	return fmt.Sprintf("%s: %s: %s (trace id %s)", e.Operation, which, e.Detail, e.TraceID)
}

// IsStatus returns whether the error is an answer of the service with this status, e.g. http.StatusNotFound.
func IsStatus(err error, status int) bool {
	var answer *Error
	return errors.As(err, &answer) && answer.Status == status
}

func errorOf(response *http.Response, body []byte) *Error {
	var problem struct {
		ID      int     `json:"id"`
		Code    string  `json:"code"`
		Detail  string  `json:"detail"`
		TraceID string  `json:"traceId"`
		Errors  []Blame `json:"errors"`
	}
	path := response.Request.URL.Path
	result := &Error{Operation: path[strings.LastIndex(path, "/")+1:], Status: response.StatusCode}
	if json.Unmarshal(body, &problem) == nil && problem.ID != 0 {
		result.ID, result.Code, result.Detail, result.Errors = problem.ID, problem.Code, problem.Detail, problem.Errors
	} else {
		result.Detail = string(body[:min(len(body), 300)])
	}
	result.TraceID = problem.TraceID
	if result.TraceID == "" {
		result.TraceID = response.Header.Get("x-service-traceid")
	}
	result.RetryAfter = retryAfter(response.Header)
	return result
}

// retryAfter reads seconds or a date; a date is compared with the Date field, not with the local clock.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(0, seconds)) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	sent, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		sent = time.Now()
	}
	return max(0, until.Sub(sent))
}
