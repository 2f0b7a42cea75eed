package millrace

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	signInPath     = "/v1/users/userLogin"
	invalidToken   = 1001
	firstPause     = 200 * time.Millisecond
	longestPause   = 10 * time.Second
	longestMargin  = time.Minute
	longAttempt    = 280 * time.Second
	longTotal      = 30 * time.Minute
	defaultTimeout = 30 * time.Second
)

// longOperations have longer timeouts.
var longOperations = []string{"/closeSignedStorage", "/completeMultipartStorage", "/exportProcesses", "/exportAuditLogs"}

// transport sends the requests of all operations: it adds the token, an Idempotency-Key and a trace id, and repeats what is
// safe to repeat. A GET changes nothing; a POST has one Idempotency-Key for all its attempts.
type transport struct {
	base    string
	options Options
	http    *http.Client
	mutex   sync.Mutex
	token   string
	renewAt time.Time
}

func newTransport(base string, options Options) *transport {
	if options.Timeout == 0 {
		options.Timeout = defaultTimeout
	}
	if options.TotalTimeout == 0 {
		options.TotalTimeout = 2 * time.Minute
	}
	if options.Retries == 0 {
		options.Retries = 4
	}
	client := options.HTTPClient
	if client == nil {
		client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	return &transport{base: base, options: options, http: client}
}

type limitsKey struct{}

// limits of one call, which workers set.
type limits struct {
	timeout, total time.Duration
	retries        int
}

func withLimits(ctx context.Context, of limits) context.Context {
	return context.WithValue(ctx, limitsKey{}, of)
}

func (t *transport) limitsOf(request *http.Request) limits {
	if given, ok := request.Context().Value(limitsKey{}).(limits); ok {
		return given
	}
	result := limits{t.options.Timeout, t.options.TotalTimeout, t.options.Retries}
	for _, path := range longOperations {
		if strings.HasSuffix(request.URL.Path, path) {
			result.timeout, result.total = max(result.timeout, longAttempt), max(result.total, longTotal)
		}
	}
	return result
}

// Do sends a request. The error is an *Error if the service answers with another status than 2xx.
func (t *transport) Do(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	isSignIn := strings.HasSuffix(request.URL.Path, signInPath)
	if request.Header.Get("x-service-traceid") == "" {
		request.Header.Set("x-service-traceid", randomID())
	}
	if request.Method == http.MethodPost && !isSignIn && request.Header.Get("Idempotency-Key") == "" {
		request.Header.Set("Idempotency-Key", randomID())
	}
	of := t.limitsOf(request)
	deadline := time.Now().Add(of.total)
	rejected := ""
	for failures := 0; ; {
		token := ""
		if !isSignIn {
			var err error
			if token, err = t.currentToken(request.Context(), rejected); err != nil {
				return nil, err
			}
			if token != "" {
				request.Header.Set("Authorization", "Bearer "+token)
			}
		}
		response, err := t.attempt(request, min(of.timeout, time.Until(deadline)))
		if err == nil {
			return response, nil
		}
		var answer *Error
		isAnswer := errors.As(err, &answer)
		if isAnswer && answer.ID == invalidToken && token != "" && rejected == "" && t.options.Token == "" {
			rejected = token
			continue
		}
		pause := pauseAfter(failures, mathrand.Float64())
		if isAnswer {
			pause += answer.RetryAfter
		}
		if request.Context().Err() != nil || (isAnswer && !isTemporary(answer.Status)) || failures >= of.retries ||
			time.Now().Add(pause).After(deadline) {
			return nil, err
		}
		failures++
		select {
		case <-time.After(pause):
		case <-request.Context().Done():
			return nil, request.Context().Err()
		}
	}
}

func (t *transport) attempt(request *http.Request, timeout time.Duration) (*http.Response, error) {
	ctx, cancel := context.WithCancel(request.Context())
	timer := time.AfterFunc(timeout, cancel)
	end := func() { timer.Stop(); cancel() }
	attempt := request.Clone(ctx)
	if request.GetBody != nil {
		body, err := request.GetBody()
		if err != nil {
			end()
			return nil, err
		}
		attempt.Body = body
	}
	response, err := t.http.Do(attempt)
	if err != nil {
		end()
		return nil, fmt.Errorf("no complete answer within %s: %w", timeout, err)
	}
	isSuccess := response.StatusCode/100 == 2
	if isSuccess && !strings.Contains(response.Header.Get("Content-Type"), "json") || strings.Contains(response.Header.Get("Content-Type"), "ndjson") {
		// A stream: from here on the context of the caller limits it.
		timer.Stop()
		response.Body = &endingBody{response.Body, cancel}
		return response, nil
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	end()
	if err != nil {
		return nil, fmt.Errorf("no complete answer within %s: %w", timeout, err)
	}
	if !isSuccess {
		return nil, errorOf(response, body)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

type endingBody struct {
	io.ReadCloser
	end func()
}

func (b *endingBody) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}

// currentToken returns the token, which is renewed a minute before its end, or a tenth of its lifetime. One call at a time signs in.
func (t *transport) currentToken(ctx context.Context, rejected string) (string, error) {
	if t.options.Token != "" || t.options.ClientID == "" {
		return t.options.Token, nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.token != "" && t.token != rejected && time.Now().Before(t.renewAt) {
		return t.token, nil
	}
	body, err := json.Marshal(map[string]string{"client_id": t.options.ClientID, "client_secret": t.options.ClientSecret})
	if err == nil && t.options.Scope != "" {
		body, err = json.Marshal(map[string]string{
			"client_id": t.options.ClientID, "client_secret": t.options.ClientSecret, "scope": t.options.Scope,
		})
	}
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(withLimits(ctx, limits{t.options.Timeout, t.options.TotalTimeout, t.options.Retries}),
		http.MethodPost, t.base+signInPath, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	asked := time.Now()
	response, err := t.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	var granted struct {
		AccessToken string  `json:"access_token"`
		ExpiresIn   float64 `json:"expires_in"`
	}
	if err := json.NewDecoder(response.Body).Decode(&granted); err != nil {
		return "", fmt.Errorf("the answer of userLogin is not JSON: %w", err)
	}
	lifetime := time.Duration(granted.ExpiresIn * float64(time.Second))
	t.token, t.renewAt = granted.AccessToken, asked.Add(lifetime-min(longestMargin, lifetime/10))
	return t.token, nil
}

func isTemporary(status int) bool {
	return status == http.StatusTooManyRequests || (status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout)
}

// pauseAfter is backoff with full jitter; random is from 0 to 1.
func pauseAfter(failures int, random float64) time.Duration {
	return time.Duration(random * float64(min(longestPause, firstPause<<min(failures, 10))))
}

func randomID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return hex.EncodeToString(id)
}
